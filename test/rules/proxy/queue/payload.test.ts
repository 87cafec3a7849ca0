/** Promise: the API gets the body without its second name. A record that cannot be read is undefined, and throws nothing. */
import { expect, test } from 'vitest'
import { openRecord, toBody, toStoredText } from '../../../../src/proxy/queue/payload.js'
import { createSeal } from '../../../../src/proxy/seal.js'

const seal = createSeal([Buffer.alloc(32, 1)])
const record = seal.seal('{"email":"ada@example.com"}', 'id')

test('the second name is stored with the body, and is not sent', () => {
  const body = { email: 'ada@example.com', cart_data: { order_number: '1001' } }
  expect(toBody(toStoredText(body, '5551'), true, false)).toBe(JSON.stringify(body))
})

test('a record is opened, also from an ArrayBuffer', () => {
  const opened = [record, Uint8Array.from(record).buffer].map((each) => openRecord(seal, each, 'id'))
  expect(opened).toEqual(Array(2).fill('{"email":"ada@example.com"}'))
})

test('of another key or another id it is undefined', () => {
  const other = createSeal([Buffer.alloc(32, 2)])
  expect([openRecord(other, record, 'id'), openRecord(seal, record, 'other')]).toEqual([undefined, undefined])
})
