/** Promise: while the API is away the page is answered as ever, and soon after its return the order is there, once. */
import { setTimeout } from 'node:timers/promises'
import { isLong } from '../support/long.js'
import { expect, readConverted, readEffects, test, toExpected } from '../support/shop.js'

for (const [awayMs, what] of [
  [1_000, 'a moment'],
  ...(isLong ? [[20_000, 'long enough for the breaker to open'] as const] : []),
] as const) {
  test(`an order placed while the API is away for ${what} arrives after its return`, async ({ shop, api, demo }) => {
    await shop.checkOut()
    await demo.api.stop()
    const order = await shop.placeOrder()
    await expect.poll(() => shop.journeys()[0]?.calls[0]?.answer).toMatchObject({ status: 202, body: { ok: true } })
    await expect.poll(() => shop.waiting()).toEqual([])

    await setTimeout(awayMs)
    await demo.api.start()
    await expect.poll(() => readConverted(api)).toEqual([toExpected(order)])
    expect(await readEffects(api)).toEqual([order.number])
  })
}
