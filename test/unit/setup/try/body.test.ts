/** Promise: what would be sent is said in few words. */
import { expect, test } from 'vitest'
import { toMajor } from '../../../../src/examine/totals.js'
import { isOrder, toOrderFields, toSummary } from '../../../../src/setup/try/body.js'

test.each([
  [4197, '41.97'],
  [5, '0.05'],
  [123456789, '1,234,567.89'],
])('%i cents are %s', (cents, text) => {
  expect(toMajor(cents)).toBe(text)
})

test.each([
  [{ cart_data: { order_number: 'T-1', cart_value: 4197 }, cart_items: [{}, {}] }, 'order T-1, 41.97, 2 items'],
  [{ cart_data: { order_number: 'T-1' }, cart_items: [{}] }, 'order T-1, 1 item'],
  [{ cart_items: [] }, 'an order without a number, 0 items'],
])('%j is %s', (body, text) => {
  expect(toSummary(body)).toBe(text)
})

test.each([
  [undefined, false],
  [{ email: 'ada@example.com' }, false],
  [{ cart_data: {}, cart_items: [] }, false],
  [{ cart_data: { cart_value: 1 } }, true],
  [{ cart_items: [{ product_id: 'a' }] }, true],
])('an order: %j: %s', (body, is) => {
  expect(isOrder(body)).toBe(is)
})

test('the fields are named once each, those of items together', () => {
  const body = { cart_data: { order_number: '1' }, cart_items: [{ product_id: 'a' }, { product_id: 'b', price: 1 }] }
  expect(toOrderFields(body)).toEqual(['e-mail address', 'order_number', 'of each item product_id, price'])
  expect(toOrderFields(undefined)).toEqual([])
})
