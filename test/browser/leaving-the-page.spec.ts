/** Promise: an order too long to go beside others, reported in the very task that leaves the page, reaches the API once. */
import { expect, PAGE_WITHOUT_SNIPPET, readEffects, test, toIds, toLimitMs, toRounds } from '../support/storefront.js'

const ROUNDS = toRounds(5, 100)

test(`${ROUNDS} of ${ROUNDS} carts of 20 items arrive from pages left for good, the proxy answering after 300 ms`, async ({
  storefront,
  api,
  page,
}) => {
  test.setTimeout(toLimitMs(ROUNDS))
  storefront.delayAnswers(300)
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
})
