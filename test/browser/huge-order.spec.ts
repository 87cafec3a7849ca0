/** Promise: an order is sent whatever its size and shape; what had to be left out is named. */
import { convert, expect, readConverted, readEffects, test } from '../support/storefront.js'

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

test('an order with 20,000 CJK characters in an additional key arrives without it', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  const cart_data = { ...order.cart_data, gift_note: LONG_TEXT, gift: 'yes' }
  expect(await convert(page, { ...order, cart_data })).toMatchObject({ status: 'accepted' })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(storefront.arrivals()[0]?.body.cart_data).toEqual({
    ...order.cart_data,
    cart_item_count: 1,
    gift: 'yes',
    truncated: 'texts',
  })
})

test('an order that is short enough without its descriptions keeps its 60 items, their numbers and addresses', async ({
  storefront,
  page,
}) => {
  const order = await storefront.newOrder({ items: 60 })
  const cart_items = order.cart_items.map((item) => ({ ...item, description: 'x'.repeat(900) }))
  await page.goto('/')
  expect(await convert(page, { ...order, cart_items })).toMatchObject({ status: 'accepted' })
  const { cart_items: sent, cart_data } = Object(storefront.arrivals()[0]?.body)
  expect(cart_data.truncated).toBe('texts')
  expect(sent.map(({ product_id, product_url }: Record<string, string>) => [product_id, product_url])).toEqual(
    cart_items.map(({ product_id, product_url }) => [product_id, product_url]),
  )
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

test('an order of 400 items arrives with as many as may be sent, and says how many there were', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder({ items: 400 })
  await page.goto('/')
  expect(await convert(page, order)).toMatchObject({ status: 'accepted' })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(storefront.arrivals()[0]?.body.cart_data).toMatchObject({
    cart_item_count: 400,
    truncated: expect.stringMatching(/./),
  })
})

test('an order with a circular object in an additional key arrives', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  const outcome = await page.evaluate((order) => {
    const circle: Record<string, unknown> = { gift: true }
    circle.self = circle
    return window.convert({ ...order, cart_data: { ...order.cart_data, circle } })
  }, order)
  expect(outcome).toMatchObject({ status: 'accepted' })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
})

test('an order whose additional keys throw when they are read arrives', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  const outcome = await page.evaluate((order) => {
    const hostile = {
      toJSON() {
        throw new Error('not for you')
      },
    }
    return window.convert({ ...order, cart_data: { ...order.cart_data, hostile } })
  }, order)
  expect(outcome).toMatchObject({ status: 'accepted' })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
})
