/** Promise: however many tabs are open, each waiting event takes effect once. */
import type { BrowserContext } from '@playwright/test'
import {
  convert,
  expect,
  note,
  PLAIN_HTTP_HOST,
  readEffects,
  readWaiting,
  type Storefront,
  test,
  toIds,
} from '../support/storefront.js'

const openTabs = (context: BrowserContext, url: string) =>
  Promise.all(
    [1, 2, 3].map(async () => {
      const tab = await context.newPage()
      await tab.goto(url)
      return tab
    }),
  )

const newOrders = async (storefront: Storefront, count: number) => {
  const orders = []
  while (orders.length < count) orders.push(await storefront.newOrder())
  return { orders, numbers: orders.map(({ cart_data: { order_number } }) => order_number).sort() }
}

for (const [where, host, secure] of [
  ['of a shop', '127.0.0.1', true],
  ['of a shop without https', PLAIN_HTTP_HOST, false],
] as const) {
  test(`six events are six effects when three tabs ${where} come online at once`, async ({
    storefront,
    api,
    context,
  }) => {
    const { orders, numbers } = await newOrders(storefront, 6)
    const tabs = await openTabs(context, storefront.url.replace('127.0.0.1', host))
    expect(await tabs[0]?.evaluate(() => isSecureContext)).toBe(secure)
    await context.setOffline(true)
    await Promise.all(tabs.flatMap((tab, at) => orders.slice(2 * at, 2 * at + 2).map((order) => convert(tab, order))))
    await context.setOffline(false)

    await expect.poll(async () => (await readEffects(api)).sort()).toEqual(numbers)
    for (const tab of tabs) await expect.poll(() => readWaiting(tab)).toEqual([])
    expect(toIds(storefront)).toHaveLength(6)
    note(`${storefront.arrivals().length} requests for 6 events by three tabs ${where} online at once`)
  })

  test(`six events are six effects when three tabs ${where} are opened at once`, async ({
    storefront,
    api,
    page,
    context,
  }) => {
    const { orders, numbers } = await newOrders(storefront, 6)
    const url = storefront.url.replace('127.0.0.1', host)
    storefront.takeProxyAway()
    await page.goto(url)
    for (const order of orders) await convert(page, order)
    await page.close()
    const before = storefront.arrivals().length
    storefront.bringProxyBack()
    const tabs = await openTabs(context, url)

    await expect.poll(async () => (await readEffects(api)).sort()).toEqual(numbers)
    for (const tab of tabs) await expect.poll(() => readWaiting(tab)).toEqual([])
    expect(toIds(storefront)).toHaveLength(6)
    note(`${storefront.arrivals().length - before} requests for 6 events by three tabs ${where} opened at once`)
  })
}
