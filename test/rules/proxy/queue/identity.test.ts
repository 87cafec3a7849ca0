/** Promise: two arrivals are one event in effect if they have one identity. The hashes do not reveal the customer. */
import { describe, expect, test } from 'vitest'
import {
  readNumberKey,
  toIdentity,
  toNetwork,
  toNumberKey,
  toOrderIdentity,
  toWho,
} from '../../../../src/proxy/queue/identity.js'
import type { IncomingEvent } from '../../../../src/proxy/queue/index.js'
import { createKeyedHash } from '../../../../src/proxy/seal.js'

const hash = createKeyedHash(Buffer.alloc(32, 1))
const ada = 'ada@example.com'

const order = (body: object) => ({ kind: 'convert', body: { email: ada, ...body } }) as IncomingEvent // only these are hashed
const signUp = (body: object, list = 'newsletter') =>
  ({ kind: 'addToList', list, body: { email: ada, ...body } }) as IncomingEvent

const numbered = { cart_data: { order_number: 'A-1', cart_value: 100 } }
const plain = { cart_data: { cart_value: 100 }, cart_items: [{ product_id: 'A', price: 1 }] }
const contact = { first_name: 'Ada', city: 'Paris' }

describe('an event has the identity of another', () => {
  test.each<[first: IncomingEvent, second: IncomingEvent, isSame: boolean, reason: string]>([
    [order(numbered), order({ cart_data: { order_number: 'A-1', cart_value: 999 } }), true, 'only the number counts'],
    [order(numbered), order({ cart_data: { order_number: '#A-1' } }), true, 'a number in another spelling'],
    [order(numbered), order({ cart_data: { order_number: 'A-2', cart_value: 100 } }), false, 'another number'],
    [
      order(numbered),
      order({ ...numbered, email: 'eve@example.com' }),
      false,
      'a customer cannot use up another’s number',
    ],
    [order(numbered), order({ cart_data: { cart_value: 100 } }), false, 'no number'],
    [
      order(plain),
      order({ cart_items: [{ price: 1, product_id: 'A' }], cart_data: { cart_value: 100 } }),
      true,
      'keys in another order',
    ],
    [
      order(plain),
      order({ ...plain, cart_data: { cart_value: 100, order_number: '' } }),
      true,
      'an empty number does not count',
    ],
    [
      order(plain),
      order({ ...plain, cart_data: { cart_value: 100, coupon: 'X' } }),
      true,
      'only value and items count',
    ],
    [order(plain), order({ ...plain, cart_data: { cart_value: 101 } }), false, 'another value'],
    [order(plain), order({ ...plain, cart_items: [{ product_id: 'A', price: 2 }] }), false, 'another item'],
    [order(plain), order({ ...plain, email: 'eve@example.com' }), false, 'another customer'],
    [signUp(contact), signUp({ city: 'Paris', first_name: 'Ada' }), true, 'keys in another order'],
    [signUp(contact), signUp({ first_name: 'Ada', city: 'Rome' }), false, 'another value'],
    [signUp(contact), signUp({ first_name: 'Ada' }), false, 'a field less'],
    [signUp(contact), signUp(contact, 'everything'), false, 'another list'],
  ])('%j, %j: %j (%s)', (first, second, isSame) => {
    expect(toIdentity(first, hash) === toIdentity(second, hash)).toBe(isSame)
  })
})

test('the identity of an order begins with the key of its number, as its second name’s', () => {
  const identity = toIdentity(order(numbered), hash)
  expect(identity).toBe(toOrderIdentity('A-1', ada, hash))
  expect(readNumberKey(identity)).toBe(toNumberKey('A-1', hash))
})

test('no hash contains the address, the number or the network', () => {
  const hashes = [toIdentity(order(numbered), hash), toWho(ada, hash), toNetwork('192.0.2.1', hash)]
  expect(Buffer.from(hashes.join(''), 'base64url').toString('latin1')).not.toMatch(/ada|A-1|192/)
  expect(hashes.map(({ length }) => length)).toEqual([34, 22, 12])
})

test('a network that does not count has no hash', () => {
  expect(toNetwork(undefined, hash)).toBe('')
})
