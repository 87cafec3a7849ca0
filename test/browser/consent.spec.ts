/** Promise: a denial reaches all tabs and all storage of a browser, and a grant is in time for a shopper who leaves. */
import type { Page } from '@playwright/test'
import { countRecords } from '../support/page-storage.js'
import { convert, expect, PAGE_WITHOUT_SNIPPET, readEffects, test, toPage } from '../support/storefront.js'

test.beforeEach(({ storefront }) => storefront.serve('/', toPage({ tag: 'data-consent="required"' })))

const decide = (page: Page, choice: 'granted' | 'denied') =>
  page.evaluate((choice) => window.ringup.consent(choice), choice)

/** Reads all data that this origin stores in the browser. */
const readTraces = (page: Page) =>
  page.evaluate(async () => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookie: document.cookie,
  }))

/** Only the time of the denial stays. */
const DENIED = { localStorage: ['ringup:denied'], sessionStorage: [], databases: [], caches: [], cookie: '' }

/** Also reads the database, if there is one. */
const readEvents = (page: Page) => page.evaluate(countRecords)

test('a denial erases another page’s events and stops its sending', async ({ storefront, page, context }) => {
  const [waiting, later] = [await storefront.newOrder(), await storefront.newOrder()]
  const other = await context.newPage()
  await other.goto('/')
  await decide(other, 'granted')
  storefront.takeProxyAway()
  expect(await convert(other, waiting)).toMatchObject({ status: 'queued' })
  await expect.poll(() => readEvents(other)).toBe(1)
  const heard = other.evaluate(
    () =>
      new Promise<unknown>((resolve) => document.addEventListener('ringup', (event) => resolve(Object(event).detail))),
  )

  await page.goto('/')
  await decide(page, 'denied')
  expect(await heard).toMatchObject({ status: 'dropped', reason: 'denied' })
  await expect.poll(() => readTraces(page)).toEqual(DENIED)
  const before = storefront.arrivals().length
  storefront.bringProxyBack()
  expect(await convert(other, later)).toMatchObject({ status: 'blocked', reason: 'denied' })
  await other.evaluate(() => window.ringup.flush())
  expect(storefront.arrivals()).toHaveLength(before)
})

test('ten held orders are sent if one task grants consent and leaves the page', async ({ storefront, api, page }) => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => storefront.newOrder()))
  await page.goto('/')
  for (const order of orders) await convert(page, order)
  await page.evaluate((address) => {
    window.ringup.consent('granted')
    location.href = address
  }, PAGE_WITHOUT_SNIPPET)
  await page.waitForURL(`**${PAGE_WITHOUT_SNIPPET}`)
  await page.goto('/')
  await decide(page, 'granted')
  const numbers = orders.map(({ cart_data }) => cart_data.order_number).sort()
  await expect.poll(async () => (await readEffects(api)).sort()).toEqual(numbers)
})
