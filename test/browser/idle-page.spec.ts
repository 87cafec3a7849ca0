/** Promise: on a page where nothing happens the snippet sends nothing, stores nothing and leaves no timer running. */
import type { Page } from '@playwright/test'
import { countRecords } from '../support/page-storage.js'
import { expect, test } from '../support/shop.js'

declare global {
  interface Window {
    /** What scripts have asked of the browser, oldest first. */
    asked: string[]
  }
}

/** One look, when the page has loaded, for events that an earlier page could not send; sooner or later, but once. */
const ONE_LOOK = [[], ['requestIdleCallback'], ['setTimeout 0']]
/** One to listen to what other tabs store, one for the first look. */
const AT_START = ['requestIdleCallback', 'requestIdleCallback']

test.beforeEach(async ({ page }) => {
  await page.clock.install() // an hour passes at once; what is watched below are the timers of this clock
  await page.addInitScript(watch)
})

test('an idle page asks for no timer, no request and no storage', async ({ shop, page }) => {
  await shop.open('/')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await letAnHourPass(page)
  expect([await readAsked(page), requests]).toEqual([AT_START, []])
  expect(await readStorage(page)).toEqual({ keys: [], copies: 0 })
})

test('coming back to an idle page, or online, is one more look and nothing else', async ({ shop, page }) => {
  await shop.open('/')
  await letAnHourPass(page)
  await page.evaluate(() => {
    window.asked = []
    dispatchEvent(new Event('online'))
  })
  await letAnHourPass(page)
  expect(ONE_LOOK).toContainEqual(await readAsked(page))
  expect(await readStorage(page)).toEqual({ keys: [], copies: 0 })
})

test('what is watched here would be seen: an order asks for storage and a request', async ({ shop, page }) => {
  await shop.open('/')
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
  const storage = localStorage // every write to it is an assignment
  const bind = (value: unknown) => (typeof value === 'function' ? value.bind(storage) : value)
  const watched = new Proxy(storage, {
    get: (target, name) => {
      if (name === 'setItem') window.asked.push('localStorage')
      return bind(Reflect.get(target, name))
    },
    set: (target, name, value) => {
      window.asked.push('localStorage')
      return Reflect.set(target, name, value)
    },
  })
  Object.defineProperty(window, 'localStorage', { value: watched })
  for (const name of ['put', 'add']) note(IDBObjectStore.prototype, name)
}

async function letAnHourPass(page: Page) {
  await page.clock.runFor('00:30:00')
  // Databases answer in their own time: what the first half hour has asked of them is answered before the second.
  await page.evaluate(() => indexedDB.databases())
  await page.clock.runFor('00:30:00')
}

const readAsked = (page: Page) => page.evaluate(() => window.asked)

/** The database is made for the order that may come, and opened for what a killed browser has left; it is what is in it that counts. */
const readStorage = async (page: Page) => ({
  keys: await page.evaluate(() => Object.keys(localStorage)),
  copies: await page.evaluate(countRecords),
})
