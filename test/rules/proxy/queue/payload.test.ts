/** Promise: the API gets the body as it arrived, with one spelling of the order's number, and the name that the page reported. A record that cannot be read is undefined. */
import { describe, expect, test } from 'vitest'
import type { IncomingEvent } from '../../../../src/proxy/queue/index.js'
import { openRecord, toBody, toStoredText } from '../../../../src/proxy/queue/payload.js'
import { createSeal } from '../../../../src/proxy/seal.js'

const order = { email: 'ada@example.com', cart_data: { order_number: '#1001', cart_value: 5 } }
const text = JSON.stringify({ ...order, cart_data: { ...order.cart_data, order_number: '1001' } })
const other = JSON.stringify({ ...order, cart_data: { ...order.cart_data, order_number: '5551' } })

test.each<[name: string | undefined, usesName: boolean, body: string, reason: string]>([
  [undefined, false, text, 'one name'],
  ['5551', false, text, 'the page did not use the second name'],
  ['5551', true, other, 'the page used it'],
])('with the second name %j, used: %j, the body is %s (%s)', (name, usesName, body) => {
  expect(toBody(toStoredText(order as IncomingEvent['body'], name), name !== undefined, usesName)).toBe(body)
})

describe('a record', () => {
  const seal = createSeal([Buffer.alloc(32, 1)])

  test('is opened with its key and its id, also from an ArrayBuffer', () => {
    const record = seal.seal(text, 'id')
    const buffer = Uint8Array.from(record).buffer
    expect([openRecord(seal, record, 'id'), openRecord(seal, buffer, 'id')]).toEqual([text, text])
  })

  test('of another key, another id, or a changed one is undefined', () => {
    const record = seal.seal(text, 'id')
    const changed = Buffer.concat([record.subarray(0, -1), Buffer.of((record.at(-1) ?? 0) ^ 1)])
    const others = [openRecord(createSeal([Buffer.alloc(32, 2)]), record, 'id'), openRecord(seal, record, 'other')]
    expect([...others, openRecord(seal, changed, 'id')]).toEqual([undefined, undefined, undefined])
  })
})
