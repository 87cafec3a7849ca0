/** Promise: if consent is required, the page does not store or send an event without it, and has no event after a denial. */
import type { Page } from '@playwright/test'
import { countRecords } from '../support/page-storage.js'
import { convert, expect, PAGE_WITHOUT_SNIPPET, readEffects, test, toPage } from '../support/storefront.js'

const PAGE = toPage({ tag: 'data-consent="required" data-convert-on="purchase"' })

test.beforeEach(({ storefront }) => storefront.serve('/', PAGE))

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

const NO_TRACES = { localStorage: [], sessionStorage: [], databases: [], caches: [], cookie: '' }
/** Only the time of the denial stays. */
const DENIED = { ...NO_TRACES, localStorage: ['ringup:denied'] }

/** Also reads the database, if there is one. */
const readEvents = (page: Page) => page.evaluate(countRecords)

const push = (page: Page, order_number: string, email: string) =>
  page.evaluate(
    ([transaction_id, email]) => {
      const purchase = { event: 'purchase', ecommerce: { transaction_id, value: 19.99 }, user_data: { email } }
      Object(window).dataLayer = Object(window).dataLayer ?? []
      Object(window).dataLayer.push(purchase)
    },
    [order_number, email] as const,
  )

test('before the shopper has decided, no event is stored or sent', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  expect(await convert(page, order)).toMatchObject({ status: 'held', reason: expect.stringMatching(/./) })
  await push(page, 'A-2', order.email)
  await page.evaluate(() => window.ringup.flush())
  expect(await page.evaluate(() => window.ringup.status())).toMatchObject({ held: 2 })
  expect(await readTraces(page)).toEqual(NO_TRACES)
  expect(storefront.arrivals()).toEqual([])
})

test('a denial on one page erases another page’s stored events and stops its sending', async ({
  storefront,
  page,
  context,
}) => {
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

test('ten held orders are sent if consent is granted and the page is left in one task', async ({
  storefront,
  api,
  page,
}) => {
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
