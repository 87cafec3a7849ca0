/**
 * Promise: the demo runs. An order of its shop arrives once, the inspector shows its way, no answer contains the API key, and both are
 * accessible.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type Demo, startDemo } from '../../demo/start.js'
import { findBarriers, findSmallText } from '../support/axe.js'
import { createApi, readEffects } from '../support/read-api.js'

const test = base.extend<{ demo: Demo }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
  demo: async ({}, use) => {
    const demo = await startDemo()
    await use(demo)
    await demo.stop()
  },
})

/** Puts a product into the cart and checks out, up to the last button. */
async function checkOut({ shop: { url } }: Demo, page: Page) {
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(url + path, { form, headers: { origin: url } })
  await post('/cart', { product: 'mug-stoneware', variant: 'Moss', quantity: '1' })
  await post('/checkout', { email: 'shopper@example.com', name: 'A Shopper' })
  await page.goto(`${url}/checkout/review`)
}

const PAGES = ['/', '/products/tea-sencha', '/cart', '/checkout', '/checkout/review', '/choices', '/nothing-here']

test('an order waits while the API answers 503, then arrives once', async ({ demo, page }) => {
  await page.goto(`${demo.shop.url}/inspector`)
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
  const choose = (choice: string) =>
    page.getByRole('group', { name: 'The API' }).getByText(choice, { exact: true }).click()
  await choose('503')
  await expect.poll(() => demo.faults.read().api).toBe('503')
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.locator('#events')).toContainText('Waits in the proxy')
  await choose('fine')
  await expect(page.locator('#statement')).toHaveText(
    '1 order in the shop, 1 at the API once and to the cent. Nothing lost, nothing doubled.',
  )
  await expect(page.locator('#events')).toContainText('At the API')
  expect(await readEffects(createApi(demo.api))).toHaveLength(1)
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findSmallText(page)).toEqual([])
})

test('every page of the shop has no barrier, light or dark, and fits a phone', async ({ demo, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await checkOut(demo, page)
  for (const path of PAGES) {
    await page.goto(demo.shop.url + path)
    expect([path, await findBarriers(page)]).toEqual([path, []])
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390])
  }
})

test('no answer to the browser contains the key', async ({ demo, page }) => {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    // A stream does not end, and a redirect does not have a body.
    const endless = response.url().endsWith('/events') || response.status() === 303
    // Chromium drops the answers of a page that is left immediately. The test checks below that the necessary ones were read.
    const body = endless ? '' : response.text().catch(() => '')
    const headers = response.allHeaders().then(JSON.stringify, () => '')
    answers.push(Promise.all([headers, body]).then((parts) => parts.join('\n')))
  })
  // Before each page is left, because its answers disappear with it.
  const read = () => Promise.all(answers)
  const count = async (text: string) => (await read()).filter((answer) => answer.includes(text)).length
  await checkOut(demo, page)
  await read()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect.poll(() => count('"ok":true')).toBe(1)
  const number = demo.shop.orders.all().at(-1)?.number ?? ''
  await page.goto(`${demo.shop.url}/ringup/ringup.js`)
  await read()
  await page.goto(`${demo.shop.url}/inspector`)
  await expect(page.getByText(number).first()).toBeVisible()
  expect(await count(number)).toBeGreaterThan(0)
  const secret = demo.api.authorization.replace('Bearer ', '')
  expect(await count(secret)).toBe(0)
  expect(JSON.stringify(await demo.readState())).not.toContain(secret)
})

test('set-up page and commands find the proxy, also after it was away', async ({ demo }) => {
  const readEndpoint = async () =>
    /"endpoint":"([^"]*)"/.exec(await (await fetch(`${demo.operator.url}/setup`)).text())?.[1]
  const readStatus = async () => {
    const [, port] = /^PORT=(.*)$/m.exec(await readFile(join(demo.folder, 'ringup.env'), 'utf8')) ?? []
    return fetch(`http://127.0.0.1:${port}/ringup/ringup.js`).then(({ status }) => status, String)
  }
  const endpoint = `http://localhost:${new URL(demo.shop.url).port}/ringup`
  expect([await readEndpoint(), await readStatus()]).toEqual([endpoint, 200])
  await demo.faults.change({ proxy: 'away' })
  await demo.faults.change({ proxy: 'fine' })
  expect([await readEndpoint(), await readStatus()]).toEqual([endpoint, 200])
})

test('another site cannot press a switch of the inspector', async ({ demo: { shop, faults } }) => {
  const press = async (type: string) => {
    const headers = { 'content-type': type }
    return (await fetch(`${shop.url}/inspector/fault`, { method: 'POST', headers, body: '{"api":"away"}' })).status
  }
  expect([await press('text/plain'), faults.read().api]).toEqual([415, 'fine'])
  expect([await press('application/json'), faults.read().api]).toEqual([200, 'away'])
})
