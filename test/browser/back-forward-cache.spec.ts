/** Promise: a page that returns from the back/forward cache sends waiting events. The snippet never prevents the cache. */
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

/** Opens a page that sends nothing, and goes back. @returns why the browser reloaded the page, or that it did not */
async function leaveAndReturn(page: Page, meanwhile: () => void): Promise<unknown> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { restored: persisted }))
  })
  await page.goto(PAGE_WITHOUT_SNIPPET)
  meanwhile()
  await page.goBack({ waitUntil: 'commit' }) // the page makes no request
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as { notRestoredReasons?: unknown }[]
    return 'restored' in window ? 'restored' : JSON.stringify(navigation?.notRestoredReasons)
  })
}

test('a page with a waiting order is restored, and then sends it', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  storefront.takeProxyAway()
  expect(await convert(page, order)).toMatchObject({ status: 'queued' })
  expect(await leaveAndReturn(page, storefront.bringProxyBack)).toBe('restored')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(toIds(storefront)).toHaveLength(1)
})

test('a page that could not load the rest loads it when restored, and sends', async ({ storefront, api, page }) => {
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

test('a page that is left during a retry does not block other pages', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  storefront.takeProxyAway()
  await page.goto('/')
  await convert(page, order)
  storefront.be('lost request')
  const before = storefront.arrivals().length
  await page.goto('/')
  await expect.poll(() => storefront.arrivals().length).toBeGreaterThan(before)

  storefront.bringProxyBack()
  await page.goto('/')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
})
