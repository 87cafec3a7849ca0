/** Promise: an order reported in the very task that leaves the page reaches the API, once, to the cent. */
import { expect, readConverted, readEffects, test, toExpected } from '../support/shop.js'

const ORDERS = 30

test('30 of 30 orders arrive when the page is left in the task of the push', async ({ shop, api, demo }) => {
  test.slow() // 150 pages
  const orders = []
  for (let count = 1; count <= ORDERS; count += 1) {
    await shop.checkOut({ email: `shopper-${count}@example.com`, leave: true })
    orders.push(await shop.placeOrder())
  }
  await expect.poll(async () => (await readConverted(api)).length).toBe(ORDERS)
  expect(await readConverted(api)).toEqual(orders.map(toExpected))
  expect((await readEffects(api)).sort()).toEqual(
    demo.shop.orders
      .all()
      .map(({ number }) => number)
      .sort(),
  )
})

test('10 of 10 orders arrive when the shop is left for good in the task of the push', async ({ shop, api, page }) => {
  const numbers = Array.from({ length: 10 }, (_, index) => `A-${index}`)
  for (const number of numbers) {
    await shop.checkOut({ email: `${number}@example.com` })
    await page.evaluate((transaction_id) => {
      const purchase = { transaction_id, value: 19.99, user_data: { email: `${transaction_id}@example.com` } }
      Object(window).dataLayer.push({ event: 'purchase', ecommerce: purchase })
      location.href = 'about:blank'
    }, number)
    await page.waitForURL('about:blank')
    await expect.poll(() => readEffects(api)).toContain(number) // before any other page could send it again
  }
  expect(await readEffects(api)).toEqual(numbers)
})
