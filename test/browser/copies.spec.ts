/** Promise: each waiting event has a copy in IndexedDB. The database exists only while an event waits. */
import { countRecords } from '../support/page-storage.js'
import { convert, expect, PAGE_WITHOUT_SNIPPET, readEffects, test, toPage } from '../support/storefront.js'

test('an order has its copy if the previous one is acknowledged meanwhile', async ({ storefront, page }) => {
  const orders = [await storefront.newOrder(), await storefront.newOrder()]
  await page.goto('/')
  await page.evaluate(async ([first, second]) => {
    await window.convert(first)
    window.fetch = () => new Promise(() => {})
    void window.convert(second)
  }, orders)
  await page.evaluate(countRecords) // waits for all operations of the database
  expect(await page.evaluate(countRecords)).toBe(1)
})

test('the deletion of the database in another tab does not deny consent', async ({ storefront, context, page }) => {
  const order = await storefront.newOrder()
  await page.goto('/')
  storefront.takeProxyAway()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError')
    }
  })
  const { id } = await convert(page, order)
  await expect.poll(() => page.evaluate(countRecords)).toBe(1)
  const other = await context.newPage()
  await other.goto(PAGE_WITHOUT_SNIPPET)
  await other.evaluate(
    () => new Promise((resolve) => Object.assign(indexedDB.deleteDatabase('ringup'), { onsuccess: resolve })),
  )
  expect(await page.evaluate(() => window.ringup.status())).toMatchObject({
    consent: 'not-required',
    waiting: [{ id }],
  })
})

test('a page without storage sends the copy of an earlier page', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  storefront.serve('/none', toPage({ tag: 'data-persist="none"' }))
  await page.goto('/')
  storefront.takeProxyAway()
  await convert(page, order)
  await expect.poll(() => page.evaluate(countRecords)).toBe(1)
  await page.goto(PAGE_WITHOUT_SNIPPET)
  await page.evaluate(() => localStorage.clear())
  storefront.bringProxyBack()
  await page.goto('/none')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([])
})

test('a page without storage does not create a database', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  storefront.serve('/none', toPage({ tag: 'data-persist="none"' }))
  await page.goto('/none')
  await page.evaluate(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...args) {
      Object.assign(window, { hasOpened: true })
      return open.apply(this, args)
    }
  })
  expect(await convert(page, order)).toMatchObject({ status: 'accepted' })
  expect(await page.evaluate(() => 'hasOpened' in window)).toBe(false)
})
