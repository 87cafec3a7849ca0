/** Promise: today's script delivers events that a script of version 1 has stored in the browser, beside new ones. */
import { readFileSync } from 'node:fs'
import { convert, expect, readConverted, test } from '../support/storefront.js'

const FOLDER = 'test/data/outbox-version-1'
/** Reads stored entries. Replaces the customer by one with a session, and the time by an hour ago. */
const readStored = (name: string, email: string) =>
  readFileSync(`${FOLDER}/${name}.json`, 'utf8')
    .trim()
    .replace('ada@example.com', email)
    .replace(/"at":\d+/, `"at":${Date.now() - 3_600_000}`)

for (const where of ['localStorage', 'IndexedDB'] as const) {
  test(`an order and a sign-up that wait in ${where}`, async ({ storefront, api, page }) => {
    const { email } = await storefront.newOrder()
    const order = await storefront.newOrder()
    await page.goto('/elsewhere')
    await page.evaluate(store, [where, ['order', 'sign-up'].map((name) => readStored(name, email))] as const)
    await page.goto('/')
    // If a page reports an order before it is idle, the next page sends the copies.
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
    expect(await convert(page, order)).toMatchObject({ status: 'accepted' })

    const old = { email, order_number: 'OLD-1', cart_value: 1999 }
    await expect.poll(() => readConverted(api)).toEqual(expect.arrayContaining([expect.objectContaining(old)]))
    await expect
      .poll(() => api.customers())
      .toEqual(expect.arrayContaining([expect.objectContaining({ email, first_name: 'Ada' })]))
    expect(
      storefront
        .arrivals()
        .map((event) => Object(event).v)
        .sort(),
    ).toEqual([1, 1, 2])
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
  })
}

/** Runs in the page. */
async function store([where, texts]: readonly ['localStorage' | 'IndexedDB', string[]]) {
  const events = texts.map((text) => [JSON.parse(text).id, text] as const)
  if (where === 'localStorage') {
    for (const [id, text] of events) localStorage.setItem(`ringup:event:${id}`, text)
    return
  }
  const opening = indexedDB.open('ringup')
  opening.onupgradeneeded = () => opening.result.createObjectStore('ringup')
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const transaction = opening.result.transaction('ringup', 'readwrite')
  for (const [id, text] of events) transaction.objectStore('ringup').put(text, id)
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  opening.result.close()
}
