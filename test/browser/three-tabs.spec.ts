/** Promise: each waiting event has one effect, with several tabs, and also without locks. The survival cases have three tabs with locks. */
import type { BrowserContext } from '@playwright/test'
import { convert, expect, PLAIN_HTTP_HOST, readEffects, readWaiting, test, toIds } from '../support/storefront.js'

const openTabs = (context: BrowserContext, url: string) =>
  Promise.all(
    [1, 2, 3].map(async () => {
      const tab = await context.newPage()
      await tab.goto(url)
      return tab
    }),
  )

test('three tabs without https opened together send each event once', async ({ storefront, api, page, context }) => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => storefront.newOrder()))
  const numbers = orders.map(({ cart_data }) => cart_data.order_number).sort()
  const url = storefront.url.replace('127.0.0.1', PLAIN_HTTP_HOST)
  storefront.takeProxyAway()
  await page.goto(url)
  for (const order of orders) await convert(page, order)
  await page.close()
  storefront.bringProxyBack()
  const tabs = await openTabs(context, url)
  expect(await tabs[0]?.evaluate(() => isSecureContext)).toBe(false)
  await expect.poll(async () => (await readEffects(api)).sort()).toEqual(numbers)
  for (const tab of tabs) await expect.poll(() => readWaiting(tab)).toEqual([])
  expect(toIds(storefront)).toHaveLength(6)
})
