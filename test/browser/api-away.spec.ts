/** Promise: while the API is away the page is answered as ever, and after its return the order is there, once. */
import { expect, readConverted, readEffects, test, toExpected } from '../support/shop.js'

test('an order placed while the API is away arrives after its return', async ({ shop, api, demo }) => {
  await shop.checkOut()
  await demo.api.stop()
  const order = await shop.placeOrder()
  await expect.poll(() => shop.journeys()[0]?.calls[0]?.answer).toMatchObject({ status: 202, body: { ok: true } })
  await expect.poll(() => shop.waiting()).toEqual([])

  await demo.api.start()
  await expect.poll(() => readConverted(api)).toEqual([toExpected(order)])
  expect(await readEffects(api)).toEqual([order.number])
})
