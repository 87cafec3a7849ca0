/** Promise: what the proxy is too busy for is sent by the same page as soon as it may be. */
import { convert, expect, readEffects, readWaiting, test } from '../support/storefront.js'

test('an order answered with busy is sent again by the same page, after the second it asked for', async ({
  storefront,
  api,
  page,
}) => {
  const numbers: string[] = []
  for (const [status, headers, leastMs] of [
    [503, { 'retry-after': '1' }, 1_000],
    [429, { 'retry-after': '1' }, 1_000],
    [502, {}, 0],
  ] as const) {
    const order = await storefront.newOrder()
    numbers.push(order.cart_data.order_number)
    const before = storefront.arrivals().length
    await page.goto('/')
    storefront.answerOnceWith(status, headers)
    expect(await convert(page, order), `${status}`).toMatchObject({ status: 'queued' })
    await expect.poll(() => readEffects(api), `${status}`).toEqual(numbers)
    await expect.poll(() => readWaiting(page)).toEqual([])
    const [first, second, ...others] = storefront.arrivals().slice(before)
    expect([second?.id, others]).toEqual([first?.id, []])
    // A timer of the browser may be a little early by the server's clock.
    expect(Number(second?.at) - Number(first?.at)).toBeGreaterThanOrEqual(leastMs - 20)
  }
})
