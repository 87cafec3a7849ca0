/** Promise: a page that stays open sends the order once somebody takes it, however long that was away or slow. */
import { convert, expect, readEffects, readWaiting, test, toIds } from '../support/storefront.js'

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

test('an acknowledgement that comes after ten seconds still settles the order', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await page.clock.install()
  await page.goto('/')
  let answer = () => {}
  await page.route('**/ringup/', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  const outcome = convert(page, order)
  await expect.poll(() => readWaiting(page)).toHaveLength(1)
  await page.clock.runFor('00:10')
  expect(await outcome).toMatchObject({ status: 'queued', reason: 'timeout' })
  answer()
  await expect.poll(() => readWaiting(page)).toEqual([])
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
})

test('a thank-you page loaded 22 times while the proxy is away leaves one event, and one effect', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  storefront.takeProxyAway()
  for (let count = 0; count < 22; count += 1) {
    await page.goto('/')
    await convert(page, order)
  }
  expect(await readWaiting(page)).toHaveLength(1)
  storefront.bringProxyBack()
  await page.goto('/')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(toIds(storefront)).toHaveLength(1)
})

test('a stranger’s refusal loses no order: the next page sends it', async ({ storefront, api, page }) => {
  const numbers: string[] = []
  for (const [status, body] of [
    [400, '<h1>Bad Request</h1>'],
    [410, ''],
    [413, '<h1>Request Header Too Large</h1>'],
    [422, '{"message":"blocked"}'],
    [451, '<h1>Blocked by your network</h1>'],
  ] as const) {
    const order = await storefront.newOrder()
    numbers.push(order.cart_data.order_number)
    await page.goto('/')
    storefront.answerWith(status, {}, body)
    expect(await convert(page, order)).toMatchObject({ status: 'queued', reason: `http_${status}` })
    storefront.bringProxyBack()
    await page.goto('/')
    await expect.poll(() => readEffects(api)).toEqual(numbers)
    await expect.poll(() => readWaiting(page)).toEqual([])
  }
})
