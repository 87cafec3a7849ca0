/** Promise: an order that is too long for keepalive together with others, reported in the task that leaves the page, reaches the API once. */
import { expect, PAGE_WITHOUT_SNIPPET, readEffects, test, toIds, toLimitMs, toRounds } from '../support/storefront.js'

const ROUNDS = toRounds(5, 100)

test(`${ROUNDS} of ${ROUNDS} carts of 20 items arrive if the page is left`, async ({ storefront, api, page }) => {
  test.setTimeout(toLimitMs(ROUNDS))
  storefront.be('slow answer')
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
    await expect.poll(() => readEffects(api)).toEqual(numbers) // before another page could retry it
  }
  // If the page did not see the answer, the next page sent the event again under its id.
  expect(toIds(storefront)).toHaveLength(ROUNDS)
})
