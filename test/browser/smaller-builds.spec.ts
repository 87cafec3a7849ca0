/** Promise: a build with less in it does as the whole script does on a page that asks for more: never silence. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, readConverted, test, toPage } from '../support/storefront.js'

/** As a proxy serves it: the smallest under the plain name, and the rest beside it. */
async function serveSmallest(page: Page): Promise<string[]> {
  const asked: string[] = []
  const serve = (name: string, file: string) =>
    page.route(`**/ringup/${name}`, (route) => {
      asked.push(name)
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(`dist/${file}`, 'utf8') })
    })
  await serve('ringup.js', 'ringup-data-layer.js')
  await serve('ringup-rest.js', 'ringup-rest.js')
  return asked
}

test('an order that the page marks, and a call', async ({ storefront, api, page }) => {
  await serveSmallest(page)
  const { email, cart_data } = await storefront.newOrder()
  const body = `<b data-ringup="email">${email}</b><b data-ringup="order_number">${cart_data.order_number}</b>
    <script>convert()</script>`
  storefront.serve('/marked', toPage({ body }))
  await page.goto('/marked')
  await expect.poll(() => readConverted(api)).toMatchObject([{ email, order_number: cart_data.order_number }])
})

test('an order of the data layer whose total a selector names', async ({ storefront, api, page }) => {
  await serveSmallest(page)
  const { email, cart_data } = await storefront.newOrder()
  const order = {
    event: 'purchase',
    ecommerce: { transaction_id: cart_data.order_number, value: 1 },
    user_data: { email },
  }
  const tag = `data-convert-on="purchase" data-selectors='{"cart_value":"#total"}'`
  const body = `<b id="total">€ 19.99</b><script>dataLayer.push(${JSON.stringify(order)})</script>`
  storefront.serve('/named', toPage({ tag, body }))
  await page.goto('/named')
  await expect.poll(() => readConverted(api)).toMatchObject([{ email, cart_value: 1999 }])
})

test('an order in JSON-LD', async ({ storefront, api, page }) => {
  await serveSmallest(page)
  const { email, cart_data } = await storefront.newOrder()
  const order = { '@type': 'Order', orderNumber: cart_data.order_number, customer: { email } }
  const body = `<script type="application/ld+json">${JSON.stringify(order)}</script><script>convert()</script>`
  storefront.serve('/json-ld', toPage({ body }))
  await page.goto('/json-ld')
  await expect.poll(() => readConverted(api)).toMatchObject([{ email, order_number: cart_data.order_number }])
})

test('a sign-up that is called', async ({ storefront, page }) => {
  await serveSmallest(page)
  storefront.serve('/signed-up', toPage())
  await page.goto('/signed-up')
  const outcome = await page.evaluate(() => window.addToList('newsletter', { email: 'called@example.com' }))
  expect(outcome).toMatchObject({ kind: 'addToList', list: 'newsletter', status: 'accepted' })
})

test('a form that is rendered late', async ({ storefront, api, page }) => {
  await serveSmallest(page)
  storefront.serve('/late', toPage())
  await page.goto('/late')
  await page.evaluate(() => {
    document.body.innerHTML =
      '<form data-add-to-list="newsletter"><input name="email" type="email" aria-label="E-mail"><button>Join</button></form>'
    document.forms[0]?.addEventListener('submit', (event) => event.preventDefault())
  })
  const isRest = page.waitForResponse('**/ringup/ringup-rest.js')
  await page.getByLabel('E-mail').fill('late@example.com')
  await (await isRest).finished()
  await page.getByRole('button').click()
  await expect.poll(async () => (await api.customers()).map(({ email }) => email)).toEqual(['late@example.com'])
})

test('a page that asks for nothing more gets nothing more', async ({ storefront, api, page }) => {
  const asked = await serveSmallest(page)
  const { email, cart_data } = await storefront.newOrder()
  const order = { event: 'purchase', ecommerce: { transaction_id: cart_data.order_number }, user_data: { email } }
  storefront.serve(
    '/data',
    toPage({ tag: 'data-convert-on="purchase"', body: `<script>dataLayer.push(${JSON.stringify(order)})</script>` }),
  )
  await page.goto('/data')
  await expect.poll(() => readConverted(api)).toMatchObject([{ email, order_number: cart_data.order_number }])
  expect(asked).toEqual(['ringup.js'])
})
