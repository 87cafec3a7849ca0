/** Promise: what the proxy is too busy for is sent by the same page as soon as it may be. */
import { convert, expect, readEffects, readWaiting, test, toIds } from '../support/storefront.js'

for (const [status, headers, leastMs] of [
  [503, { 'retry-after': '1' }, 1_000],
  [429, { 'retry-after': '1' }, 1_000],
  [503, {}, 0],
  [502, {}, 0],
  [408, {}, 0],
] as const) {
  const what = leastMs ? 'after the second it asked for' : 'soon'
  test(`an order answered with ${status} ${JSON.stringify(headers)} is sent again by the same page, ${what}`, async ({
    storefront,
    api,
    page,
  }) => {
    const order = await storefront.newOrder()
    await page.goto('/')
    storefront.answerOnceWith(status, headers)
    expect(await convert(page, order)).toMatchObject({ status: 'queued' })
    await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
    await expect.poll(() => readWaiting(page)).toEqual([])
    expect(toIds(storefront)).toHaveLength(1)
    const [first, second] = storefront.arrivals().map(({ at }) => at)
    // A timer of the browser may be a little early by the server's clock.
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(leastMs - 20)
  })
}

test('an order answered with a date is sent again after it', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  const date = new Date(Date.now() + 4_000)
  storefront.answerOnceWith(503, { 'retry-after': date.toUTCString() })
  await convert(page, order)
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  const [, second] = storefront.arrivals().map(({ at }) => at)
  expect(Number(second)).toBeGreaterThanOrEqual(Math.floor(date.getTime() / 1_000) * 1_000 - 20)
})
