/** Promise: an order converts only when the page has parsed it completely. Unit tests check which order it is. */
import { expect, test, toPage } from '../support/storefront.js'

test('convertOn load waits for the load event, also if the page is hidden before', async ({ storefront, page }) => {
  const item = (id: string) => `<p data-ringup-item><b data-ringup="product_id">${id}</b></p>`
  const hide = `<script>
    Object.defineProperty(Document.prototype, 'visibilityState', { value: 'hidden', configurable: true })
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
