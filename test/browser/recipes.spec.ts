/** Promise: on every platform with a recipe, the recipe's tag reports the whole order once and to the cent. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { RawEvent } from '../../src/contract/event.js'
import { readRaw } from '../../src/normalise/index.js'
import { type RecipePage, readRecipePages } from '../support/recipe-pages.js'

const SHOP = 'https://shop.example.com'
const SCRIPTS = readdirSync('dist').filter((name) => /^ringup(-rest-[\da-f]{16})?\.js$/.test(name))

// One page for all recipes: a new one for each takes longer than the recipe.
let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await page.addInitScript(watchOutcomes)
})
test.afterAll(() => page.close())

for (const { name, sent, problems = {}, ...shown } of readRecipePages()) {
  test(name, async () => {
    const events = await serve(shown)
    await page.goto(SHOP)
    if (sent && !isWhole(problems)) {
      await expect.poll(() => page.evaluate(hasRest)).toBe(true)
      await page.evaluate(hide)
    }
    await expect.poll(() => page.evaluate('outcomes')).toEqual(sent ? ['accepted'] : [])
    await page.evaluate(() => window.ringup.flush()) // also if other events wait
    // The next page belongs to another shop and must not find stored events.
    await page.goto('about:blank')
    await clearStorage()
    expect(events).toEqual(sent ? [{ body: sent, problems }] : [])
  })
}

/** Answers for the shop. @returns the payloads that arrive at the proxy */
async function serve({ html, answers = {} }: Pick<RecipePage, 'html' | 'answers'>): Promise<unknown[]> {
  const events: unknown[] = []
  await page.unrouteAll()
  // Scripts and pictures of other hosts are blocked, as by a shopper's blocker.
  await page.route(/^http/, (route) => route.abort())
  await page.route(`${SHOP}/`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  for (const [path, json] of Object.entries(answers)) await page.route(SHOP + path, (route) => route.fulfill({ json }))
  for (const name of SCRIPTS) {
    await page.route(`${SHOP}/ringup/${name}`, (route) => route.fulfill({ path: join('dist', name) }))
  }
  await page.route(`${SHOP}/ringup/`, (route) => {
    const { id, kind, raw } = RawEvent.parse(JSON.parse(route.request().postData() ?? ''))
    const { body, problems } = readRaw(kind, raw)
    events.push({ body, problems: toCodes(problems) })
    return route.fulfill({ status: 202, json: { ok: true, id, problems } })
  })
  return events
}

async function clearStorage() {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: SHOP, storageTypes: 'all' })
}

/** An order without the id of an item waits for 30 s, or until the shopper leaves. */
const isWhole = (problems: object) => !Object.keys(problems).some((field) => field.startsWith('cart_items.'))

/** Runs in the page: tells whether the rest has loaded. */
const hasRest = async () => (await window.ringup.status()) !== undefined

/** Runs in the page: hides it, as a shopper who leaves does. */
function hide() {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

const toCodes = (problems: { field: string; code: string }[]) =>
  Object.fromEntries(problems.map(({ field, code }) => [field, code]))

/** Runs in the page: records the status of the document's events. */
function watchOutcomes() {
  const outcomes: string[] = []
  Object.assign(window, { outcomes })
  document.addEventListener('ringup', ({ detail }: CustomEventInit) => outcomes.push(detail.status))
}
