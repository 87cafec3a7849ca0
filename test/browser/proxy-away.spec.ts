/** Promise: what the proxy could not take is kept by the browser, and sent by the next page it opens. */
import { expect, readConverted, readEffects, test, toExpected } from '../support/shop.js'

test('an order placed while the proxy is away is there after the next page view, once', async ({ shop, api, demo }) => {
  await shop.checkOut()
  await demo.proxy.stop()
  const order = await shop.placeOrder()
  await expect.poll(() => shop.journeys()[0]?.calls[0]?.answer?.status).toBe(502)
  expect(await shop.waiting()).toHaveLength(1)

  await demo.proxy.start()
  await shop.open('/')
  await expect.poll(() => readConverted(api)).toEqual([toExpected(order)])
  await expect.poll(() => shop.waiting()).toEqual([])
  await shop.open('/')
  expect(await readEffects(api)).toEqual([order.number])
  expect(shop.journeys()).toHaveLength(1)
})

test('a sign-up sent while the proxy is away is there after the next page view', async ({ shop, api, demo }) => {
  await shop.open('/')
  await demo.proxy.stop()
  await shop.signUp({ email: 'reader@example.com', first_name: 'Reader', favourite_tea: 'Oolong' })
  await demo.proxy.start()
  await shop.open('/')
  await expect.poll(() => api.customers()).toMatchObject([{ email: 'reader@example.com', first_name: 'Reader' }])
})
