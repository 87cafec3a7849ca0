/** Promise: with a broken or cleared database or storage, orders are still sent, and the page does not break. */
import { countRecords } from '../support/page-storage.js'
import { convert, expect, flush, PAGE_WITHOUT_SNIPPET, readEffects, test } from '../support/storefront.js'

/** Each runs in the page before any other script. The stories of the outbox have a localStorage that throws, lies or is full. */
const STORAGES = {
  'IndexedDB never opens': () => {
    IDBFactory.prototype.open = () => Object.create(IDBOpenDBRequest.prototype)
  },
  'IndexedDB cannot be written': () => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    }
  },
  'IndexedDB is full': () => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...args) {
      const putting = put.apply(this, args)
      this.transaction.abort()
      return putting
    }
  },
}

test('an order is sent with any storage fault, also after the proxy was away', async ({ storefront, api, browser }) => {
  const numbers: string[] = []
  for (const [what, arrange] of Object.entries(STORAGES)) {
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

const CLEARED = {
  localStorage: () => localStorage.clear(),
  'the database': () =>
    new Promise((resolve) => Object.assign(indexedDB.deleteDatabase('ringup'), { onsuccess: resolve })),
}

for (const [what, clear] of Object.entries(CLEARED)) {
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
