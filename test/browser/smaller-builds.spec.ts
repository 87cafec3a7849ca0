/** Promise: a build with less in it does as the whole script does on a page that asks for more: never silence. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, readConverted, test, toPage } from '../support/storefront.js'

/** Serves it as a proxy does: the smallest under the plain name, and the rest beside it. */
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

for (const [what, tag, body, found] of [
  [
    'an order that the page marks, and a call',
    '',
    `<b data-ringup="email">EMAIL</b><b data-ringup="order_number">NUMBER</b><script>convert()</script>`,
    {},
  ],
  [
    'an order of the data layer whose total a selector names',
    `data-convert-on="purchase" data-selectors='{"cart_value":"#total"}'`,
    `<b id="total">€ 19.99</b><script>dataLayer.push({
      event: 'purchase', ecommerce: { transaction_id: 'NUMBER', value: 1 }, user_data: { email: 'EMAIL' },
    })</script>`,
    { cart_value: 1999 },
  ],
  [
    'an order in JSON-LD',
    '',
    `<script type="application/ld+json">
      { "@type": "Order", "orderNumber": "NUMBER", "customer": { "email": "EMAIL" } }
    </script><script>convert()</script>`,
    {},
  ],
] as const)
  test(what, async ({ storefront, api, page }) => {
    await serveSmallest(page)
    const { email, cart_data } = await storefront.newOrder()
    storefront.serve(
      '/order',
      toPage({ tag, body: body.replace('EMAIL', email).replace('NUMBER', cart_data.order_number) }),
    )
    await page.goto('/order')
    await expect
      .poll(() => readConverted(api))
      .toMatchObject([{ email, order_number: cart_data.order_number, ...found }])
  })

test('an order that is passed, on a page with JSON-LD that is left at once', async ({ storefront, api, page }) => {
  await serveSmallest(page)
  const order = await storefront.newOrder()
  const body = `<script type="application/ld+json">{ "@type": "Order" }</script>
    <script>convert(${JSON.stringify(order)}); location.href = '/'</script>`
  storefront.serve('/left', toPage({ body }))
  await page.goto('/left', { waitUntil: 'commit' })
  const { email, cart_data } = order
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
