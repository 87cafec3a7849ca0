/** Promise: an order is sent whatever its size and shape; what had to be left out is named. */
import { convert, expect, readConverted, test } from '../support/storefront.js'

const LONG_TEXT = '茶'.repeat(20_000) // three bytes each in UTF-8: more than may be sent at once

test('an order with 20,000 CJK characters in its descriptions arrives without some of them', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder({ items: 20 })
  const cart_items = order.cart_items.map((item) => ({ ...item, description: LONG_TEXT.slice(0, 1_000) }))
  await page.goto('/')
  expect(await convert(page, { ...order, cart_items })).toMatchObject({ status: 'accepted' })
  await expect
    .poll(() => readConverted(api))
    .toEqual([
      {
        email: order.email,
        ...order.cart_data,
        items: order.cart_items.map(({ product_id }) => [product_id, 1999, 1, 1999]),
      },
    ])
  expect(storefront.arrivals()[0]?.body.cart_data).toMatchObject({
    cart_item_count: 20,
    truncated: expect.stringMatching(/./),
  })
})

test('a sign-up with 20,000 CJK characters is refused, and the page is told', async ({ storefront, page }) => {
  await page.goto('/')
  const outcome = await page.evaluate(
    (story) => window.addToList('newsletter', { email: 'ada@example.com', story }),
    LONG_TEXT,
  )
  expect(outcome).toMatchObject({ status: 'rejected', reason: 'too_large' })
  expect(storefront.arrivals()).toEqual([])
})
