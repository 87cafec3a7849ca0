/** Promise: two arrivals are one event in effect if they have one identity. `duplicates.story` has all rules. */
import { expect, test } from 'vitest'
import {
  readNumberKey,
  toIdentity,
  toNetwork,
  toNumberKey,
  toOrderIdentity,
} from '../../../../src/proxy/queue/identity.js'
import type { IncomingEvent } from '../../../../src/proxy/queue/index.js'
import { createKeyedHash } from '../../../../src/proxy/seal.js'

const hash = createKeyedHash(Buffer.alloc(32, 1))
const email = 'ada@example.com'

const order = (body: object) => ({ kind: 'convert', body: { email, ...body } }) as IncomingEvent // only these are hashed
const signUp = (body: object) => ({ kind: 'addToList', list: 'newsletter', body: { email, ...body } }) as IncomingEvent

const cart = { cart_data: { cart_value: 100 }, cart_items: [{ product_id: 'A', price: 1 }] }
const numbered = { cart_data: { order_number: 'A-1' } }
const reversed = { cart_items: [{ price: 1, product_id: 'A' }], cart_data: { cart_value: 100 } }

test.each<[reason: string, isSame: boolean, first: IncomingEvent, second: IncomingEvent]>([
  ['keys of a cart in another order', true, order(cart), order(reversed)],
  ['an empty number', true, order(cart), order({ ...cart, cart_data: { cart_value: 100, order_number: '' } })],
  ['another price of an item', false, order(cart), order({ ...cart, cart_items: [{ product_id: 'A', price: 2 }] })],
  ['another customer of the cart', false, order(cart), order({ ...cart, email: 'eve@example.com' })],
  ['another customer of the number', false, order(numbered), order({ ...numbered, email: 'eve@example.com' })],
  ['another list', false, signUp({}), { ...signUp({}), list: 'other' } as IncomingEvent],
  ['fields of a sign-up in another order', true, signUp({ a: 'x', b: 'y' }), signUp({ b: 'y', a: 'x' })],
])('an event has the identity of another, with %s: %j', (_reason, isSame, first, second) => {
  expect(toIdentity(first, hash) === toIdentity(second, hash)).toBe(isSame)
})

test('the identity of an order begins with the key of its number, as its second name’s', () => {
  const identity = toIdentity(order(numbered), hash)
  expect(identity).toBe(toOrderIdentity('A-1', email, hash))
  expect(readNumberKey(identity)).toBe(toNumberKey('A-1', hash))
})

test('a network that does not count has no hash', () => {
  expect([undefined, '10.0.0.1', '192.0.2.1'].map((each) => toNetwork(each, hash).length)).toEqual([0, 0, 12])
})
