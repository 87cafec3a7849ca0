/** Promise: two arrivals are one event in effect if they have one identity. The hashes do not reveal the customer. */
import { describe, expect, test } from 'vitest'
import { toIdentity } from '../../../../src/proxy/queue/identity.js'
import type { IncomingEvent } from '../../../../src/proxy/queue/index.js'
import { createKeyedHash } from '../../../../src/proxy/seal.js'

const hash = createKeyedHash(Buffer.alloc(32, 1))
const DAY_MS = 86_400_000

const order = (body: object, kind = 'convert') => arrival({ kind, body })
const signUp = (body: object, list = 'newsletter') => arrival({ kind: 'addToList', list, body })

function arrival(payload: object): IncomingEvent {
  const { body, ...rest } = { body: {}, ...payload }
  const event = {
    id: 'id',
    ageMs: 0,
    signed: false,
    ...rest,
    body: { email: 'ada@example.com', ...body },
  }
  return event as IncomingEvent // the guards check its shape; here it is only hashed
}

function isRepeat(a: IncomingEvent, b: IncomingEvent): boolean {
  const [first, second] = [toIdentity(a, hash), toIdentity(b, hash)]
  return first.key === second.key && first.content === second.content
}

const numbered = { cart_data: { order_number: 'A-1', cart_value: 100 } }
const plain = { cart_data: { cart_value: 100 }, cart_items: [{ product_id: 'A', price: 1 }] }

describe('of orders', () => {
  test.each<[other: object, repeat: boolean, reason: string]>([
    [{ cart_data: { order_number: 'A-1', cart_value: 999 }, cart_items: [] }, true, 'only the number counts'],
    [{ cart_data: { order_number: 'A-2', cart_value: 100 } }, false, 'another number'],
    [{ ...numbered, email: 'eve@example.com' }, false, 'a customer cannot use up another’s number'],
    [{ cart_data: { cart_value: 100 } }, false, 'no number'],
  ])('%j repeats the order A-1: %j (%s)', (other, repeat) => {
    expect(isRepeat(order(numbered), order(other))).toBe(repeat)
  })

  test.each<[other: object, repeat: boolean, reason: string]>([
    [{ cart_items: [{ price: 1, product_id: 'A' }], cart_data: { cart_value: 100 } }, true, 'keys in another order'],
    [{ ...plain, cart_data: { cart_value: 100, order_number: '' } }, true, 'an empty number does not count'],
    [{ ...plain, cart_data: { cart_value: 101 } }, false, 'another value'],
    [{ ...plain, cart_items: [{ product_id: 'A', price: 2 }] }, false, 'another item'],
    [{ ...plain, email: 'eve@example.com' }, false, 'another customer'],
  ])('%j repeats an order without a number: %j (%s)', (other, repeat) => {
    expect(isRepeat(order(plain), order(other))).toBe(repeat)
  })
})

describe('of sign-ups', () => {
  test.each<[other: object, list: string, repeat: boolean, reason: string]>([
    [{ city: 'Paris', first_name: 'Ada' }, 'newsletter', true, 'keys in another order'],
    [{ first_name: 'Ada', city: 'Rome' }, 'newsletter', false, 'another value'],
    [{ first_name: 'Ada' }, 'newsletter', false, 'a field less'],
    [{ first_name: 'Ada', city: 'Paris' }, 'everything', false, 'another list'],
  ])('%j on %s repeats the first: %j (%s)', (other, list, repeat) => {
    expect(isRepeat(signUp({ first_name: 'Ada', city: 'Paris' }), signUp(other, list))).toBe(repeat)
  })

  test('a changed sign-up has the same key, so it replaces the one before', () => {
    const identities = [signUp({}), signUp({ city: 'Rome' })].map((event) => toIdentity(event, hash))
    expect(identities[0]?.key).toEqual(identities[1]?.key)
  })
})

describe('an identity', () => {
  test.each([
    ['order number', order(numbered), 180 * DAY_MS],
    ['cart', order(plain), 30 * 60_000],
    ['sign-up', signUp({}), 180 * DAY_MS],
  ])('of the %s is kept for its time', (_what, event, keptMs) => {
    expect(toIdentity(event, hash)).toMatchObject({ keptMs })
  })

  test('contains no e-mail address and no order number', () => {
    const identity = toIdentity(order(numbered), hash)
    expect(Buffer.from(identity.key + identity.content, 'base64url').toString('latin1')).not.toMatch(/ada|A-1/)
    expect(identity.key).toHaveLength(34)
  })
})
