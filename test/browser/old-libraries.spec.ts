/** Promise: a page with MooTools or Prototype is read like any other page, although their `Array.from()` supports one argument only. */
import { readBlock } from '../support/readme.js'
import { expect, readWaiting, test, toIds, toPage } from '../support/storefront.js'

const LIBRARIES = {
  MooTools: () =>
    Object.assign(Array, {
      from: (list: ArrayLike<unknown>) => (Array.isArray(list) ? list : Array.prototype.slice.call(list)),
    }),
  Prototype: () => {
    Object.assign(Array, { from: (list: ArrayLike<unknown>) => Array.prototype.slice.call(list) })
    Object.assign(Array.prototype, { first: () => undefined, inspect: () => '' }) // which `for … in` meets
    Object.assign(Array.prototype, { toJSON: () => 'a text' }) // as in version 1.6, for JSON.stringify
  },
}

const item = { product_id: 'mug', price: 1999, item_qty: 1, qty_price: 1999 }

/** The page's data, and the data that is sent with the e-mail and the order number. */
const PAGES = {
  'an order that gtag() pushed': [
    `<script>
      window.dataLayer = []
      function gtag() { dataLayer.push(arguments) }
      gtag('set', 'user_data', { email: 'ada@example.com' })
      gtag('event', 'purchase', { transaction_id: 'A-1', items: [{ item_id: 'mug', price: 19.99 }] })
    </script>`,
    item,
  ],
  'JSON-LD': [
    `<script type="application/ld+json">
      { "@type": "Order", "orderNumber": "A-1", "customer": { "email": "ada@example.com" },
        "acceptedOffer": { "itemOffered": { "sku": "mug" }, "price": "19.99" } }
    </script>`,
    item,
  ],
  'marked elements': [
    `<p><b data-ringup="order_number">A-1</b> <b data-ringup="email">ada@example.com</b></p>
     <p data-ringup-item><b data-ringup="product_id">mug</b> <b data-ringup="price">19.99</b></p>`,
    item,
  ],
  'a call made before the script has loaded': [
    `${readBlock('stub')}
     <script>
       convert({ email: 'ada@example.com', cart_data: { order_number: 'A-1' }, cart_items: [{ product_id: 'mug' }] })
     </script>`,
    { product_id: 'mug' },
  ],
} as const

for (const [library, replace] of Object.entries(LIBRARIES))
  test(`on a page with ${library} all data is read`, async ({ storefront, page }) => {
    await page.addInitScript(replace)
    for (const [index, [what, [head, sent]]] of Object.entries(PAGES).entries()) {
      const number = `A-${index}` // otherwise it would be a duplicate
      storefront.serve('/', toPage({ head: head.replaceAll('A-1', number), tag: `data-convert-on="load" defer` }))
      await page.goto('/')
      await expect.poll(() => toIds(storefront).length, what).toBe(index + 1)
      await expect.poll(() => readWaiting(page), what).toEqual([]) // otherwise the next page would send it too
      const { cart_data, cart_items } = storefront.arrivals().at(-1)?.body ?? {}
      expect([cart_data?.order_number, cart_items], what).toEqual([number, [sent]])
    }
  })
