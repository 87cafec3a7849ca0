/** Promise: an order is sent if other scripts of the page have used up the keepalive quota. */
import { convert, expect, readEffects, test, toIds } from '../support/storefront.js'

test('an order is sent while another script sends 60 KiB with keepalive', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder({ items: 20 }) // more than the remaining 4 KiB
  await page.goto('/')
  storefront.holdPath('/analytics')
  await page.evaluate(() => {
    void fetch('/analytics', { method: 'POST', body: 'x'.repeat(60 * 1024), keepalive: true })
  })
  await expect.poll(() => storefront.visits()).toContain('/analytics')
  // The quota is really used up: the browser refuses this request of any script.
  const refused = page.evaluate(() => fetch('/', { method: 'POST', body: 'x'.repeat(5_000), keepalive: true }))
  await expect(refused).rejects.toThrow('Failed to fetch')

  expect(await convert(page, order)).toMatchObject({ status: 'accepted' })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(toIds(storefront)).toHaveLength(1)
})
