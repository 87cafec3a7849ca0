/** Promise: each problem is the reader's sentence, with the name of the field as people have it, and what to change. */
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../../../src/normalise/problems.js'
import { toSentence } from '../../../../src/setup/try/sentences.js'

const { ambiguous_amount, unreadable, no_product_id, no_order_number } = PROBLEMS

test.each<[field: string, code: string, text: string, name: string, problem: { sentence: string; todo: string }]>([
  ['cart_data.cart_value', 'ambiguous_amount', '', 'The value of the cart', ambiguous_amount],
  ['cart_items.1.item_qty', 'unreadable', '6 × 2', 'Item 2, the quantity, “6 × 2”', unreadable],
  ['cart_items.2', 'no_product_id', '', 'Item 3', no_product_id],
  ['cart_data.order_number', 'no_order_number', '', 'The order number', no_order_number],
  ['cart_data.note', 'unreadable', '', '“note”', unreadable],
])('%s, %s %j: %s', (field, code, text, name, { sentence, todo }) => {
  expect(toSentence({ field, code }, text)).toBe(`${name}: ${sentence} ${todo}`)
})

test('a code of a newer proxy is told as it is', () => {
  expect(toSentence({ field: 'cart_data.promo', code: 'a_new_code' })).toBe('The promotion code: a_new_code.')
})
