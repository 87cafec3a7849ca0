/** Promise: a page without an order looks into storage once, when it is idle. It sends nothing, stores nothing and runs no timer. */
import type { Page } from '@playwright/test'
import { expect, test, toPage } from '../support/storefront.js'

declare global {
  interface Window {
    /** The calls of scripts to the browser, oldest first. */
    asked: string[]
    /** The browser's own function, without the watch. */
    readDatabases: () => Promise<unknown>
  }
}

/** The page's only action: it searches once for events that an earlier page could not send. */
const ONE_LOOK = ['setTimeout 3000', 'localStorage keys', 'indexedDB.databases']

test.beforeEach(async ({ page, storefront }) => {
  storefront.serve(
    '/',
    toPage({ body: '<form data-add-to-list="newsletter"><input type="email" name="email"></form>' }),
  )
  await page.clock.install() // an hour passes immediately; the test watches this clock's timers
  await page.addInitScript(watch)
})

test('an idle page searches once, and uses no timer, request or storage', async ({ page }) => {
  const requests: string[] = []
  await page.goto('/')
  page.on('request', (request) => requests.push(request.url()))
  await letAnHourPass(page)
  expect([...new Set(await readAsked(page))]).toEqual(ONE_LOOK)
  // The page has a marked form, which the rest reads.
  expect(requests).toEqual([expect.stringMatching(/ringup-rest-/)])
  expect(await readStorage(page)).toEqual({ keys: [], databases: [] })
})

test('an idle page does nothing when the shopper returns, or is online again', async ({ page }) => {
  await page.goto('/')
  await letAnHourPass(page)
  await page.evaluate(() => window.ringup.flush()) // so the rest, which reads the marked form, has loaded
  await page.evaluate(() => {
    window.asked = []
    dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await letAnHourPass(page)
  expect(await readAsked(page)).toEqual([])
  expect(await readStorage(page)).toEqual({ keys: [], databases: [] })
})

test('the trace shows the storage and the request of an order', async ({ page }) => {
  await page.goto('/')
  await letAnHourPass(page)
  await page.evaluate(() => void window.convert({ email: 'shopper@example.com' }))
  await expect.poll(() => readAsked(page)).toEqual(expect.arrayContaining(['localStorage', 'put', 'fetch']))
})

/** Runs before any script of the page. */
function watch() {
  window.asked = []
  const note = (owner: object, name: string, toEntry = (_args: unknown[]) => name) => {
    const original = Reflect.get(owner, name)
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      window.asked.push(toEntry(args))
      return Reflect.apply(original, this ?? window, args)
    })
  }
  for (const name of ['setTimeout', 'setInterval']) note(window, name, ([, delay = 0]) => `${name} ${delay}`)
  for (const name of ['requestIdleCallback', 'requestAnimationFrame', 'fetch']) note(window, name)
  note(navigator, 'sendBeacon')
  note(XMLHttpRequest.prototype, 'send')
  const storage = localStorage // every write is an assignment
  const bind = (value: unknown) => (typeof value === 'function' ? value.bind(storage) : value)
  const watched = new Proxy(storage, {
    get: (target, name) => {
      if (name === 'setItem') window.asked.push('localStorage')
      return bind(Reflect.get(target, name))
    },
    ownKeys: (target) => {
      window.asked.push('localStorage keys')
      return Reflect.ownKeys(target)
    },
    set: (target, name, value) => {
      window.asked.push('localStorage')
      return Reflect.set(target, name, value)
    },
  })
  Object.defineProperty(window, 'localStorage', { value: watched })
  for (const name of ['put', 'add']) note(IDBObjectStore.prototype, name)
  window.readDatabases = indexedDB.databases.bind(indexedDB)
  for (const name of ['databases', 'open', 'deleteDatabase'])
    note(IDBFactory.prototype, name, () => `indexedDB.${name}`)
}

async function letAnHourPass(page: Page) {
  await page.clock.runFor('00:30:00')
  // Databases answer asynchronously, so all calls of the first half hour are answered before the second one.
  await page.evaluate(() => window.readDatabases())
  await page.clock.runFor('00:30:00')
}

const readAsked = (page: Page) => page.evaluate(() => window.asked)

const readStorage = (page: Page) =>
  page.evaluate(async () => ({ keys: Object.keys(localStorage), databases: await window.readDatabases() }))
