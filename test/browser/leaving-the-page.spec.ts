/** Promise: an order reported in the very task that leaves the page reaches the API, once, to the cent. */
import { expect, readEffects, test } from '../support/shop.js'
import { PAGE_WITHOUT_SNIPPET, test as storefrontTest, toIds, toLimitMs, toRounds } from '../support/storefront.js'

const ORDERS = toRounds(5, 30)

test(`${ORDERS} of ${ORDERS} orders arrive when the shop is left for good in the task of the push`, async ({
  shop,
  api,
  page,
}) => {
  const numbers = Array.from({ length: ORDERS }, (_, index) => `A-${index}`)
  test.setTimeout(toLimitMs(ORDERS))
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

const ROUNDS = toRounds(5, 100)

for (const [waitMs, what] of [
  [0, 'at once'],
  [300, 'after 300 ms'],
] as const) {
  storefrontTest(
    `${ROUNDS} of ${ROUNDS} carts of 20 items arrive from pages left for good, the proxy answering ${what}`,
    async ({ storefront, api, page }) => {
      storefrontTest.setTimeout(toLimitMs(ROUNDS))
      storefront.delayAnswers(waitMs)
      const numbers = []
      for (let count = 1; count <= ROUNDS; count += 1) {
        const order = await storefront.newOrder({ items: 20 })
        await page.goto('/')
        await page.evaluate(
          ([order, address]) => {
            void window.convert(order)
            location.href = address
          },
          [order, PAGE_WITHOUT_SNIPPET] as const,
        )
        await page.waitForURL(`**${PAGE_WITHOUT_SNIPPET}`)
        numbers.push(order.cart_data.order_number)
        await expect.poll(() => readEffects(api)).toEqual(numbers) // before any other page could send it again
      }
      // What was not seen to arrive was sent again by the next page, as the same event.
      expect(toIds(storefront)).toHaveLength(ROUNDS)
    },
  )
}
