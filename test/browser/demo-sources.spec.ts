/** Promise: an order in each format of the thank-you page arrives once and to the cent. */
import { sources } from '../../demo/shop/sources/index.js'
import { expect, readConverted, readEffects, test, toExpected } from '../support/shop.js'

test('an order in each format arrives once, also from a page that is left at once', async ({ shop, api }) => {
  const expected: unknown[] = []
  const numbers: string[] = []
  for (const source of sources) {
    await shop.choose(source)
    await shop.checkOut({ leave: true, email: `${source.id}@example.com` })
    const order = await shop.placeOrder()
    expected.push(toExpected(order))
    numbers.push(order.number)
    await expect.poll(() => readConverted(api), source.name).toEqual(expected)
    await expect.poll(() => shop.waiting()).toEqual([])
  }
  await shop.open('/cart')
  expect(await readEffects(api)).toEqual(numbers)
})
