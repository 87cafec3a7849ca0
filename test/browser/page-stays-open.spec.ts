/** Promise: a page that stays open sends the order once somebody takes it, however long that was away or slow. */
import { convert, expect, readEffects, test, toIds } from '../support/storefront.js'

test('a proxy that was away for an hour has the order within a minute of its return', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  await page.clock.install()
  await page.goto('/')
  storefront.takeProxyAway()
  expect(await convert(page, order)).toMatchObject({ status: 'queued' })
  for (let minutes = 0; minutes < 60; minutes += 1) await page.clock.runFor('01:00')
  const before = storefront.arrivals().length
  storefront.bringProxyBack()
  for (let seconds = 0; seconds < 70; seconds += 10) await page.clock.runFor('00:10')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(before).toBeLessThanOrEqual(72) // ten in quick succession, then one a minute
  expect(toIds(storefront)).toHaveLength(1)
})
