/** Promise: what the privacy page says of hosts, names of storage and cookies is true before, while and after an event waits. */
import type { Page } from '@playwright/test'
import { convert, expect, readEffects, test, toPage } from '../support/storefront.js'

const readNames = (page: Page) =>
  page.evaluate(async () => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
  }))

const NOTHING = { stored: [], databases: [], cookies: '' }

test('a page contacts only the proxy, and forgets a delivered order', async ({ storefront, page, context, api }) => {
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  storefront.serve('/', toPage({}))
  storefront.takeProxyAway()
  await page.goto('/')
  expect(await readNames(page)).toEqual(NOTHING)

  await convert(page, await storefront.newOrder())
  await expect.poll(async () => (await readNames(page)).databases).toEqual(['ringup'])
  const { stored, cookies } = await readNames(page)
  expect([stored.filter((name) => !name.startsWith('ringup')), cookies]).toEqual([[], ''])
  expect(stored.length).toBeGreaterThan(0)

  storefront.bringProxyBack()
  await page.reload()
  await expect.poll(() => readEffects(api)).toEqual(['A-1'])
  // A page that is left before it has read the answer leaves the event to the next page.
  await expect(async () => {
    await page.reload()
    await expect.poll(() => readNames(page), { timeout: 10_000 }).toEqual(NOTHING)
  }).toPass()
  expect([...hosts]).toEqual([new URL(storefront.url).host])
  expect(await context.cookies()).toEqual([])
})
