/** Promise: the shop's amounts are exact cents, printed as German shops print them. */
import { expect, test } from 'vitest'
import { addLine, toTotals } from '../../../demo/shop/cart.js'
import { toEuros, toPrice } from '../../../demo/shop/prices.js'

test.each([
  [1999, '19,99\u00a0€', 19.99, 'a comma is the decimal sign'],
  [129900, '1.299,00\u00a0€', 1299, 'a dot groups digits'],
])('%d cents are %j (%s)', (cents, price, euros) => {
  expect([toPrice(cents), toEuros(cents)]).toEqual([price, euros])
})

test('totals have the voucher, free shipping and the tax, rounded half up', () => {
  const mugs = (quantity: number) => addLine([], 'mug-stoneware', 'Moss', quantity)
  expect(toTotals(mugs(1))).toEqual({ goods: 1999, discount: 0, shipping: 460, tax: 393, total: 2459 })
  expect(toTotals(mugs(4), 'TEATIME')).toEqual({ goods: 7996, discount: 800, shipping: 0, tax: 1149, total: 7196 })
})

test('a cart has one line for each variant, and at most 99 of it', () => {
  const lines = addLine(
    addLine(addLine([], 'tea-assam', '100 g tin', 98), 'tea-assam', '100 g tin', 5),
    'tea-assam',
    '100 g refill',
    1,
  )
  expect(lines.map(({ variant, quantity }) => [variant, quantity])).toEqual([
    ['100 g tin', 99],
    ['100 g refill', 1],
  ])
  expect(addLine(lines, 'tea-assam', 'no such', 1)).toBe(lines)
})
