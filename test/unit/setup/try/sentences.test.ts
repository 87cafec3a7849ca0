/** Promise: each problem is a sentence that names the field as people do, and says what to change. */
import { expect, test } from 'vitest'
import { toSentence } from '../../../../src/setup/try/sentences.js'
import { createChoices } from '../create-choices.js'

test.each([
  ['cart_data.cart_value', 'ambiguous_amount', {}, 'The value of the cart can be read in two ways'],
  ['cart_items.0.price', 'unreadable', {}, 'Item 1, the price cannot be read'],
  ['cart_items.1.price', 'unreadable', { source: 'call' }, 'whole cents: 1999, not 19.99'],
  ['cart_items.1.item_qty', 'unreadable', {}, 'It has to be a whole number.'],
  ['cart_items.1.item_qty', 'unreadable', { source: 'selectors' }, 'alone or with words: “2 ea.”'],
  ['cart_items.2', 'no_product_id', {}, 'Item 3 has no product ID'],
  ['cart_data.order_number', 'no_order_number', {}, 'The order number is empty'],
  ['cart_data.note', 'unreadable', {}, '“note” cannot be read'],
  ['email', 'no_email', {}, 'No e-mail address was found'],
  ['cart_data.promo', 'a_new_code', {}, 'The promotion code: a_new_code.'],
] as const)('%s, %s %j: %s', (field, code, more, words) => {
  expect(toSentence({ field, code }, createChoices(more))).toContain(words)
})
