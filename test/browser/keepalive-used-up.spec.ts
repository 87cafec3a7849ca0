/** Promise: an order is sent when other scripts of the page have used up what keepalive lets through. */
import { convert, expect, readEffects, test, toIds } from '../support/storefront.js'

test('an order is sent at once while another script has 60 KiB of keepalive under way', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder({ items: 20 }) // over the 4 KiB that are left
  await page.goto('/')
  storefront.holdPath('/analytics')
  await page.evaluate(() => {
    void fetch('/analytics', { method: 'POST', body: 'x'.repeat(60 * 1024), keepalive: true })
  })
  await expect.poll(() => storefront.visits()).toContain('/analytics')
  // That it is used up indeed: the browser refuses the same to anybody.
  const refused = page.evaluate(() => fetch('/', { method: 'POST', body: 'x'.repeat(5_000), keepalive: true }))
  await expect(refused).rejects.toThrow('Failed to fetch')

  expect(await convert(page, order)).toMatchObject({ status: 'accepted' })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(toIds(storefront)).toHaveLength(1)
})
