/** Promise: what could not be sent is sent without a new page too: when the network or the page comes back. */
import { expect, readEffects, test } from '../support/shop.js'

const reportOrder = () =>
  window.convert({ email: 'shopper@example.com', cart_data: { order_number: 'A-1', cart_value: 1999 } })

test('an order reported offline is sent when the browser is online again', async ({ shop, page, context, api }) => {
  await shop.checkOut()
  await context.setOffline(true)
  expect(await page.evaluate(reportOrder)).toMatchObject({ status: 'queued', reason: 'network' })
  expect(await shop.waiting()).toHaveLength(1)

  await context.setOffline(false)
  await expect.poll(() => readEffects(api)).toEqual(['A-1'])
  await expect.poll(() => shop.waiting()).toEqual([])
})

test('later changes of an event are DOM events too, without personal data', async ({ shop, page, demo }) => {
  await shop.checkOut()
  await demo.proxy.stop()
  const { id } = await page.evaluate(reportOrder)
  await demo.proxy.start()
  const change = page.evaluate(
    () =>
      new Promise((resolve) => document.addEventListener('ringup', (event) => resolve((event as CustomEvent).detail))),
  )
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow')))
  expect(await change).toEqual({
    id,
    kind: 'convert',
    list: undefined,
    status: 'accepted',
    reason: undefined,
    problems: [],
  })
})
