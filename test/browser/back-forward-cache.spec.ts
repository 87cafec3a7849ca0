/** Promise: a page back from the back/forward cache sends what waits, and the snippet never keeps a page out of it. */
import type { Page } from '@playwright/test'
import { findChromium, launchArguments } from '../support/chromium/find.js'
import { convert, expect, PAGE_WITHOUT_SNIPPET, readEffects, test, toIds } from '../support/storefront.js'

const executablePath = findChromium()

test.use({
  launchOptions: {
    args: launchArguments(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'], // Playwright's
    ...(executablePath && { executablePath }),
  },
})

/** Goes on to a page that sends nothing, and back; answers why this page was made anew, or that it was not. */
async function leaveAndReturn(page: Page, meanwhile: () => void): Promise<unknown> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { restored: persisted }))
  })
  await page.goto(PAGE_WITHOUT_SNIPPET)
  meanwhile()
  await page.goBack({ waitUntil: 'commit' }) // nothing loads
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as { notRestoredReasons?: unknown }[]
    return 'restored' in window ? 'restored' : JSON.stringify(navigation?.notRestoredReasons)
  })
}

test('a page with an order waiting is restored, and sends it then', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  storefront.takeProxyAway()
  expect(await convert(page, order)).toMatchObject({ status: 'queued' })
  expect(await leaveAndReturn(page, storefront.bringProxyBack)).toBe('restored')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(toIds(storefront)).toHaveLength(1)
})

test('a page that could not load the rest is restored, loads it, and sends its order', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  storefront.takeProxyAway()
  storefront.takeRestAway(404)
  expect(await convert(page, order)).toMatchObject({ status: 'queued' })
  storefront.bringRestBack()
  expect(await leaveAndReturn(page, storefront.bringProxyBack)).toBe('restored')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(toIds(storefront)).toHaveLength(1)
})

test('a page left while it was sending again holds up no other page', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  storefront.takeProxyAway()
  await page.goto('/')
  await convert(page, order)
  storefront.swallowEvents()
  const before = storefront.arrivals().length
  await page.goto('/')
  await expect.poll(() => storefront.arrivals().length).toBeGreaterThan(before)

  storefront.bringProxyBack()
  await page.goto('/')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
})
