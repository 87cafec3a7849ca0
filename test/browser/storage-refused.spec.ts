/** Promise: with refused, full, broken or cleared storage, orders are still sent, and the page does not break. */
import { countRecords } from '../support/page-storage.js'
import { convert, expect, flush, PAGE_WITHOUT_SNIPPET, readEffects, test } from '../support/storefront.js'

/** Each runs in the page before any other script. Storage that throws is in the rules' tests and in the survival cases. */
const STORAGES = [
  [
    'localStorage is full',
    () => {
      for (let size = 2 ** 22; size >= 1; size /= 2)
        try {
          localStorage.setItem('cart', (localStorage.getItem('cart') ?? '') + 'x'.repeat(size))
        } catch {} // a smaller part may still fit
    },
  ],
  [
    'IndexedDB never opens',
    () => {
      IDBFactory.prototype.open = () => Object.create(IDBOpenDBRequest.prototype)
    },
  ],
  [
    'IndexedDB cannot be written',
    () => {
      IDBDatabase.prototype.transaction = () => {
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      }
    },
  ],
  [
    'IndexedDB is full',
    () => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...args) {
        const putting = put.apply(this, args)
        this.transaction.abort()
        return putting
      }
    },
  ],
] as const

test('an order is sent with any storage fault, also after the proxy was away', async ({ storefront, api, browser }) => {
  const numbers: string[] = []
  for (const [what, arrange] of STORAGES) {
    const page = await browser.newPage({ baseURL: storefront.url })
    await page.addInitScript(arrange)
    const [first, second] = [await storefront.newOrder(), await storefront.newOrder()]
    await page.goto('/')
    expect(await convert(page, first), what).toMatchObject({ status: 'accepted' })
    storefront.takeProxyAway()
    expect(await convert(page, second), what).toMatchObject({ status: 'queued' })
    storefront.bringProxyBack()
    await flush(page)
    numbers.push(first.cart_data.order_number, second.cart_data.order_number)
    await expect.poll(() => readEffects(api), what).toEqual(numbers)
    await page.close()
  }
})

for (const [what, clear] of [
  ['localStorage', () => localStorage.clear()],
  [
    'the database',
    () =>
      new Promise<void>((resolve) => {
        const deleting = indexedDB.deleteDatabase('ringup')
        deleting.onsuccess = () => resolve()
      }),
  ],
] as const) {
  test(`an order is sent by the next page when ${what} was cleared in between`, async ({ storefront, api, page }) => {
    const order = await storefront.newOrder()
    await page.goto('/')
    storefront.takeProxyAway()
    expect(await convert(page, order)).toMatchObject({ status: 'queued' })
    await expect.poll(() => page.evaluate(countRecords)).toBe(1) // stored in both places
    await page.goto(PAGE_WITHOUT_SNIPPET)
    await page.evaluate(clear)
    storefront.bringProxyBack()
    await page.goto('/')
    await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  })
}
