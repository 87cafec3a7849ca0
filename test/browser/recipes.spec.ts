/** Promise: on every platform with a recipe, the recipe's tag reports the whole order once and to the cent. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { RawEvent } from '../../src/contract/event.js'
import { readRaw } from '../../src/normalise/index.js'
import { RECIPES } from '../../src/recipes/index.js'
import { readFixtures } from '../recipes/fixtures.js'
import { toParts } from '../recipes/selector-parts.js'

const SHOP = 'https://shop.example.com'
const scripts = readdirSync('dist').filter((name) => /^ringup(-rest-[\da-f]{16})?\.js$/.test(name))

test('the tag of each recipe reports the order of its platform’s page', async ({ page }) => {
  let answers: Record<string, () => object> = {}
  let events: unknown[] = []
  // Scripts and pictures of other hosts are blocked, as by a shopper's blocker.
  await page.route(/^http/, (route) => route.abort())
  await page.route(`${SHOP}/**`, (route) => {
    const answer = answers[new URL(route.request().url()).pathname]
    return answer ? route.fulfill(answer()) : route.abort()
  })
  await page.route(`${SHOP}/ringup/`, (route) => {
    const { id, kind, raw } = RawEvent.parse(JSON.parse(route.request().postData() ?? ''))
    const { body, problems } = readRaw(kind, raw)
    events.push(body)
    return route.fulfill({ status: 202, json: { ok: true, id, problems } })
  })
  await page.addInitScript(watchOutcomes)
  const storage = await page.context().newCDPSession(page)
  const matched = new Set<string>()
  for (const { name, html, recipe, expected } of readFixtures()) {
    events = []
    answers = {
      '/': () => ({ contentType: 'text/html; charset=utf-8', body: html }),
    }
    for (const name of scripts)
      answers[`/ringup/${name}`] = () => ({
        contentType: 'text/javascript',
        body: readFileSync(join('dist', name), 'utf8'),
      })
    for (const [path, json] of Object.entries(expected.answers ?? {})) answers[path] = () => ({ json })
    await page.goto(SHOP)
    if (expected.sent)
      await expect
        .poll(() => page.evaluate('outcomes'), name)
        .toEqual([{ status: 'accepted', problems: expected.problems ?? {} }])
    for (const found of await page.evaluate(findMatching, toParts(recipe))) matched.add(found)
    await page.evaluate(() => window.ringup.flush()) // also if other events wait
    // A page that is left reports an incomplete order. The next page belongs to another shop and must not find stored events.
    await page.goto('about:blank')
    expect.soft(events, name).toEqual(expected.sent ? [expected.sent] : [])
    await storage.send('Storage.clearDataForOrigin', { origin: SHOP, storageTypes: 'all' })
  }
  const names = RECIPES.flatMap(toParts).map(({ name }) => name)
  expect(names.filter((name) => !matched.has(name))).toEqual([])
})

/** Runs in the page: returns the names of the selectors that match an element. */
function findMatching(parts: ReturnType<typeof toParts>) {
  const matching = parts.filter(({ rows, css }) => {
    const roots = rows ? [...document.querySelectorAll(rows)] : [document]
    return roots.some((root) => root.querySelector(css))
  })
  return matching.map(({ name }) => name)
}

/** Runs in the page: records the document's events. */
function watchOutcomes() {
  const outcomes: unknown[] = []
  Object.assign(window, { outcomes })
  document.addEventListener('ringup', ({ detail }: CustomEventInit) => {
    const problems = detail.problems.map(({ field, code }: { field: string; code: string }) => [field, code])
    outcomes.push({ status: detail.status, problems: Object.fromEntries(problems) })
  })
}
