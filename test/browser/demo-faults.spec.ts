/** Promise: during each fault the inspector shows where the order waits. After the fault the order arrives once. */
import type { Page } from '@playwright/test'
import type { Demo } from '../../demo/start.js'
import { expect, readEffects, test } from '../support/shop.js'

const open = async (page: Page, url: string) => {
  await page.goto(`${url}/inspector`)
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
}
const turn = (page: Page, group: string, choice: string) =>
  page.getByRole('group', { name: group }).getByText(choice, { exact: true }).click()
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place an order' }).click()
async function orderWhile(page: Page, demo: Demo, group: string, choice: string) {
  await open(page, demo.shop.url)
  const before = demo.faults.read()
  await turn(page, group, choice)
  await expect.poll(() => demo.faults.read()).not.toEqual(before)
  await placeOrder(page)
}
const ARRIVED = '1 order in the shop, 1 at the API once and to the cent. Nothing lost, nothing doubled.'
const toWaiting = (where: string) =>
  `1 order in the shop, 0 at the API once and to the cent, 1 in the ${where}. Nothing lost, nothing doubled.`

test('API 503: the order waits in the proxy and arrives once', async ({ page, demo, api }) => {
  await orderWhile(page, demo, 'The API', '503')
  await expect(page.locator('#events')).toContainText('Waits in the proxy')
  await expect(page.locator('#detail-why')).toHaveText('The API asked to retry later (503).')
  await expect(page.locator('#statement')).toHaveText(toWaiting('proxy'))
  await turn(page, 'The API', 'fine')
  // The proxy's database stays.
  await turn(page, 'The proxy', 'away')
  await expect.poll(() => demo.faults.read().proxy).toBe('away')
  await turn(page, 'The proxy', 'fine')
  await expect(page.locator('#statement')).toHaveText(ARRIVED)
  await expect(page.locator('#events')).toContainText('At the API')
  expect(await readEffects(api)).toHaveLength(1)
})

test('API breaks off its answer: the proxy retries, and the order is not doubled', async ({ page, demo, api }) => {
  await orderWhile(page, demo, 'The API', 'broken answer')
  await expect(page.locator('#detail-why')).toHaveText('The API did not answer, or has failed.')
  await expect(page.locator('#steps')).toContainText('The proxy did not get the whole answer')
  await expect(page.locator('#statement')).toHaveText(ARRIVED)
  await turn(page, 'The API', 'fine')
  await expect(page.locator('#events')).toContainText('At the API')
  expect(await readEffects(api)).toHaveLength(1)
})

test('connection cut: the order waits in the browser, and the next page sends it', async ({ page, demo, api }) => {
  await orderWhile(page, demo, 'The shopper’s connection', 'cut')
  await expect(page.locator('#events')).toContainText('Waits in the browser')
  await expect(page.locator('#detail-why')).toContainText('The proxy could not be reached')
  await expect(page.locator('#statement')).toHaveText(toWaiting('browser'))
  await expect(page.locator('#steps')).toContainText(/tried \d+ times/)
  await page.route('**/ringup/', (route) => route.abort()) // otherwise the page may retry before the check
  await turn(page, 'The shopper’s connection', 'fine')
  await expect(page.locator('#about-line')).toHaveText(
    /^The shopper is connected\. The browser sends .* with the next page it opens\.$/,
  )
  await page.unroute('**/ringup/')
  await page.frameLocator('iframe').getByRole('link', { name: 'Cart' }).click()
  await expect(page.locator('#statement')).toHaveText(ARRIVED)
  await expect(page.locator('#about-line')).toHaveText('The shopper is connected.')
  expect(await readEffects(api)).toHaveLength(1)
})

test('the chosen event and the button show in forced colours', async ({ page, demo }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, demo.shop.url)
  await placeOrder(page)
  const read = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property)
  await expect.poll(() => read('#events [aria-current]', 'outline-style').catch(() => '')).toBe('solid')
  expect(await read('.heading .main', 'border-top-style')).toBe('solid')
})

test('the proxy away: a page without the script keeps the order for the next page', async ({
  page,
  shop,
  demo,
  api,
  browser,
}) => {
  const inspector = await browser.newPage() // another browser, because the inspector’s browser has the script in its cache
  await open(inspector, demo.shop.url)
  await demo.faults.change({ proxy: 'away' })
  await shop.checkOut()
  await shop.open('/checkout/review')
  await shop.placeOrder()
  await shop.open('/cart')
  await expect(inspector.locator('#statement')).toHaveText(/Nothing lost/)
  await demo.faults.change({ proxy: 'fine' })
  await expect.poll(async () => (await page.goto(`${demo.shop.url}/ringup/ringup.js`))?.status()).toBe(200)
  await shop.open('/')
  await expect(inspector.locator('#statement')).toHaveText(ARRIVED)
  expect(await readEffects(api)).toHaveLength(1)
  await inspector.close()
})
