/** Promise: what is masked tells events apart and no person. */
import { expect, test } from 'vitest'
import { Contact } from '../../../../src/contract/contact.js'
import { Conversion } from '../../../../src/contract/conversion.js'
import { toMaskedEmail } from '../../../../src/contract/masked-email.js'
import { toMaskedAnswer, toMaskedBody } from '../../../../src/proxy/operate/shown.js'

test.each([
  ['ada@example.com', 'a…@e….com', 'the usual'],
  ['a@b.c', 'a…@b….c', 'the shortest looks like any other'],
  ['ada@mail.shop.example.co', 'a…@m….co', 'all between goes'],
  ['ada@localhost', 'a…@l…', 'no ending'],
  ['ada@.com', 'a…@.…', 'nothing before the dot'],
  ['😀da@example.com', '😀…@e….com', 'a sign of two halves stays whole'],
])('an e-mail keeps the first sign on both sides, and its ending: %s is %s (%s)', (email, masked) => {
  expect(toMaskedEmail(email)).toBe(masked)
})

test('of an order the amounts and counts are left', () => {
  const body = Conversion.parse({
    email: 'ada@example.com',
    cart_data: { order_number: 'A-1', cart_value: 1999, cart_item_count: 1, note: 'For Ada' },
    cart_items: [{ product_id: 'MUG', name: 'Mug of Ada', price: 1999, category: ['a', 'b'] }],
  })
  expect(toMaskedBody({ kind: 'convert', body })).toEqual({
    email: 'a…@e….com',
    cart_data: { order_number: '…', cart_value: 1999, cart_item_count: 1, note: '…' },
    cart_items: [{ product_id: '…', name: '…', price: 1999, category: ['…', '…'] }],
  })
})

test('of a contact only the names of the fields are left', () => {
  const body = Contact.parse({ email: 'ada@example.com', first_name: 'Ada', age: 36, points: '7' })
  expect(toMaskedBody({ kind: 'addToList', body })).toEqual({
    email: 'a…@e….com',
    first_name: '…',
    age: '…',
    points: '…',
  })
})

test('of an answer the fields that it names are left', () => {
  const answer = '{"cart_data":{"cart_value":["Too large for ada@example.com."]}}'
  expect(toMaskedAnswer(answer)).toBe('… (about cart_data, cart_value; 63 characters)')
})
