/** Promise: whatever is switched off, the inspector says where the order waits; switched on again, it is there, once. */
import type { Page } from '@playwright/test'
import type { Demo } from '../../demo/start.js'
import { expect, readEffects, test } from '../support/shop.js'

test.use({ options: { pageProbe: true } })

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

test('API 503: the order waits in the proxy, and arrives once', async ({ page, demo, api }) => {
  await orderWhile(page, demo, 'The API', '503')
  await expect(page.locator('#journeys')).toContainText('Waits in the proxy')
  await expect(page.locator('#detail-why')).toHaveText('The API asked to retry later, or has failed.')
  await expect(page.locator('#statement')).toHaveText(toWaiting('proxy'))
  await turn(page, 'The API', 'fine')
  // A restart asks at once; its database is the same.
  await turn(page, 'The proxy', 'away')
  await expect.poll(() => demo.faults.read().proxy).toBe('away')
  await turn(page, 'The proxy', 'fine')
  await expect(page.locator('#statement')).toHaveText(ARRIVED)
  await expect(page.locator('#journeys')).toContainText('At the API')
  expect(await readEffects(api)).toHaveLength(1)
})

test('API breaks off its answer: it has the order, the proxy asks again, and nothing is doubled', async ({
  page,
  demo,
  api,
}) => {
  await orderWhile(page, demo, 'The API', 'broken answer')
  await expect(page.locator('#detail-why')).toHaveText('The API did not answer, or broke off its answer.')
  await expect(page.locator('#steps')).toContainText('only half of the answer arrived')
  await expect(page.locator('#statement')).toHaveText(ARRIVED)
  await turn(page, 'The API', 'fine')
  await expect(page.locator('#journeys')).toContainText('At the API')
  expect(await readEffects(api)).toHaveLength(1)
})

test('the shopper’s connection cut: the order waits in the browser, and the next page sends it, as is said', async ({
  page,
  demo,
  api,
}) => {
  await orderWhile(page, demo, 'The shopper’s connection', 'cut')
  await expect(page.locator('#journeys')).toContainText('Waits in the browser')
  await expect(page.locator('#detail-why')).toContainText('The proxy could not be reached')
  await expect(page.locator('#statement')).toHaveText(toWaiting('browser'))
  await expect(page.locator('#steps')).toContainText(/Tried \d+ times; the line was cut/)
  await page.route('**/ringup/', (route) => route.abort()) // or the page’s next try might come before the question
  await turn(page, 'The shopper’s connection', 'fine')
  await expect(page.locator('#about-line')).toHaveText(
    /^The shopper is connected\. What waits .* with the next page it opens\.$/,
  )
  await page.unroute('**/ringup/')
  await page.frameLocator('iframe').getByRole('link', { name: 'Account' }).click()
  await expect(page.locator('#statement')).toHaveText(ARRIVED)
  await expect(page.locator('#about-line')).toHaveText('The shopper is connected.')
  expect(await readEffects(api)).toHaveLength(1)
})

test('what is chosen and pressed shows where the system chooses the colours', async ({ page, demo }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, demo.shop.url)
  await placeOrder(page)
  const read = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property)
  await expect.poll(() => read('#journeys [aria-current]', 'outline-style').catch(() => '')).toBe('solid')
  expect(await read('.heading .main', 'border-top-style')).toBe('solid')
})

test('the proxy away before a browser has the script: the page keeps the order, and the next that loads the script reports it', async ({
  page,
  shop,
  demo,
  api,
  browser,
}) => {
  const inspector = await browser.newPage() // of another browser: it loads the script
  await open(inspector, demo.shop.url)
  await demo.faults.change({ proxy: 'away' })
  await shop.checkOut()
  await shop.open('/checkout/review')
  await shop.placeOrder()
  await shop.open('/account')
  await expect(inspector.locator('#statement')).toHaveText(/Nothing lost/)
  await demo.faults.change({ proxy: 'fine' })
  await expect.poll(async () => (await page.goto(`${demo.shop.url}/ringup/ringup.js`))?.status()).toBe(200)
  await shop.open('/')
  await expect(inspector.locator('#statement')).toHaveText(ARRIVED)
  expect(await readEffects(api)).toHaveLength(1)
  await inspector.close()
})
