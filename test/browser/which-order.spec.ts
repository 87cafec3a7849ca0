/** Promise: the order that converts is the one that the shop means, on a page as it is parsed and with what others keep. Which it is, is told in Node. */
import { expect, test, toPage } from '../support/storefront.js'

const toPurchase = (value: number, event: string) => ({
  event,
  user_data: { email: 'ada@example.com' },
  ecommerce: { transaction_id: 'A-1', value },
})

test('convertOn takes exactly the event it names, not a purchase before it', async ({ storefront, page }) => {
  storefront.serve('/', toPage({ tag: 'data-convert-on="payment_confirmed"' }))
  await page.goto('/')
  await page.evaluate(
    (entries) => {
      window.dataLayer = window.dataLayer ?? []
      for (const entry of entries) window.dataLayer.push(entry)
    },
    [toPurchase(1, 'purchase'), toPurchase(2, 'payment_confirmed')],
  )
  await expect.poll(() => storefront.arrivals().map(({ body }) => body.cart_data?.cart_value)).toEqual([200])
})

test('convertOn load waits until the page has loaded, though it is hidden while it is parsed', async ({
  storefront,
  page,
}) => {
  const item = (id: string) => `<p data-ringup-item><b data-ringup="product_id">${id}</b></p>`
  const hide = `<script>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    delete document.visibilityState
  </script>`
  const order = '<b data-ringup="order_number">A-1</b><b data-ringup="email">ada@example.com</b>'
  const body = order + item('KC-1') + hide + item('KC-2')
  storefront.serve('/', toPage({ body, tag: 'data-convert-on="load"' }))
  await page.goto('/')
  await expect
    .poll(() => storefront.arrivals().map(({ body }) => body.cart_items?.map(({ product_id }) => product_id)))
    .toEqual([['KC-1', 'KC-2']])
})

test('what others keep under the script’s prefix is no event, and stays, also when consent is denied', async ({
  page,
}) => {
  await page.goto('/elsewhere')
  await page.evaluate(() => localStorage.setItem('ringup:theme', '{"id":"x","at":1}'))
  await page.goto('/')
  await page.evaluate(() => window.ringup.flush())
  expect(await page.evaluate(() => window.ringup.status())).toMatchObject({ waiting: [] })
  await page.evaluate(() => window.ringup.consent('denied'))
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['ringup:theme'])
})
