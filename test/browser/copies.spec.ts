/** Promise: each waiting event has a copy in IndexedDB. The database exists only while an event waits. */
import { countRecords } from '../support/page-storage.js'
import { convert, expect, PAGE_WITHOUT_SNIPPET, test } from '../support/storefront.js'

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
