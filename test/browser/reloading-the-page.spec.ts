/** Promise: a thank-you page shown again converts nothing again. */
import { expect, readConverted, readEffects, test, toExpected } from '../support/shop.js'

test('an order stays one when its thank-you page is reloaded', async ({ shop, api, page }) => {
  await shop.checkOut()
  const order = await shop.placeOrder()
  await expect.poll(() => readEffects(api)).toEqual([order.number])

  await page.reload()
  // What is forwarded goes in order, so once this sign-up is there an event of the reload would be too.
  await shop.signUp({ email: order.email, first_name: 'Reader', favourite_tea: 'Green' })
  await expect.poll(async () => (await api.customers())[0]?.lists).toHaveLength(1)
  expect(await api.conversions()).toHaveLength(1)
  expect(await readConverted(api)).toEqual([toExpected(order)])
})
