/**
 * Promise: with a real consent banner, the page does not store or send an event before consent, loses none after it, and erases all after a
 * denial.
 */
import { BANNERS, toPageWith } from '../support/banners.js'
import { convert, expect, readEffects, readWaiting, test } from '../support/storefront.js'

for (const banner of BANNERS) {
  test.describe(banner.name, () => {
    test.beforeEach(({ storefront }) => storefront.serve('/', toPageWith(banner, storefront)))

    test('consent sends waiting events, also for the next page; withdrawal erases events', async ({
      storefront,
      api,
      page,
    }) => {
      const orders = [await storefront.newOrder(), await storefront.newOrder(), await storefront.newOrder()] as const
      const numbers = orders.map(({ cart_data }) => cart_data.order_number)
      await page.goto('/')
      expect(await convert(page, orders[0])).toMatchObject({ status: 'held', reason: 'required' })
      expect([storefront.arrivals(), await page.evaluate(() => localStorage.length)]).toEqual([[], 0])
      await banner.answer(page, 'yes')
      await expect.poll(() => readEffects(api)).toEqual(numbers.slice(0, 1))

      await page.goto('/')
      expect(['accepted', 'held']).toContain((await convert(page, orders[1])).status)
      await expect.poll(() => readEffects(api)).toEqual(numbers.slice(0, 2))

      storefront.takeProxyAway()
      expect(await convert(page, orders[2])).toMatchObject({ status: 'queued' })
      await banner.withdraw(page)
      await expect.poll(() => readWaiting(page)).toEqual([])
      await expect.poll(() => page.evaluate(async () => (await window.ringup.status()).consent)).toBe('denied')
    })

    test('a denial blocks, also on the next page', async ({ storefront, page }) => {
      const order = await storefront.newOrder()
      await page.goto('/')
      await banner.answer(page, 'no')
      await expect.poll(() => page.evaluate(async () => (await window.ringup.status()).consent)).toBe('denied')
      await page.goto('/')
      await expect.poll(() => page.evaluate(async () => (await window.ringup.status()).consent)).toBe('denied')
      expect(await convert(page, order)).toMatchObject({ status: 'blocked' })
      expect(storefront.arrivals()).toEqual([])
    })
  })
}
