/**
 * Promise: an order over the target size loses the parts that the API can do without, by length and not by name. It
 * names the removed parts.
 */
import { describe, expect, test } from 'vitest'
import { AIM_BYTES } from '../../../../../src/contract/limits.js'
import { Raw } from '../../../../../src/contract/raw.js'
import { createEvent } from '../../../../../src/snippet/core/event.js'
import { shorten } from '../../../../../src/snippet/rest/deliver/shorten.js'

const emails = ['ada@example.com']
const item = { item_id: 'KC-1', item_name: 'Mug', quantity: 2 }
/** Makes an order of many rows longer than 16 KiB without a single long text. */
const LONG = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`key_${index}`, 'x'.repeat(100)]))
const described = (length: number) => ({ ...item, description: 'x'.repeat(length) })
const toOrder = (items: object[], order: object = {}): Raw => ({
  emails,
  entries: [{ transaction_id: 'A-1', items, ...order }],
})

function run(raw: Raw) {
  const event = createEvent({ kind: 'convert' }, JSON.stringify({ v: 3, kind: 'convert', raw }), 0)
  shorten(event)
  const sent: Raw = JSON.parse(event.text).raw
  const order = Object(sent.entries?.[0])
  return { raw: sent, order, items: order.items, bytes: event.bytes }
}

describe('the steps, each only if the one before was not enough', () => {
  test('an order within the target stays unchanged', () => {
    const order = toOrder([described(15_000)])
    expect(run(order).raw).toEqual(order)
  })

  test('texts over 200 characters are removed, and 60 items stay', () => {
    const { items, raw } = run(toOrder(Array(60).fill(described(300))))
    expect([items, raw.cut, raw.pieces]).toEqual([Array(60).fill(item), ['texts'], undefined])
  })

  test('texts for machines too, and the proxy accepts the rest', () => {
    const items = Array(60).fill({ name: 'Mug', description: { data: 'x'.repeat(300) } })
    const { raw } = run({ emails, named: { items } })
    expect(Raw.parse(raw).named?.items).toEqual(Array(60).fill({ name: 'Mug', description: {} }))
  })

  test('then rows past the fiftieth, and the count of pieces is of the full cart', () => {
    const { items, raw } = run(toOrder(Array(90).fill({ ...item, variant: 'x'.repeat(200) })))
    expect([items.length, raw.cut, raw.pieces]).toEqual([50, ['rows'], 180])
  })

  test('then texts over 60 characters', () => {
    const order = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key_${index}`, 'x'.repeat(200)]))
    const { raw } = run(toOrder([item], { ...order, currency: 'EUR' }))
    expect([raw.entries?.[0], raw.cut]).toEqual([{ transaction_id: 'A-1', items: [item], currency: 'EUR' }, ['texts']])
  })

  test('then rows of all entries but the last, and the addresses there stay', () => {
    const cart = { email: 'ada@example.com', items: Array(50).fill({ ...item, variant: 'x'.repeat(50) }) }
    const { raw } = run({
      emails,
      entries: [...Array(6).fill(cart), ['set', cart], { transaction_id: 'A-1', ...cart }],
    })
    const empty = { email: 'ada@example.com', items: [] }
    expect(raw.entries?.slice(0, -1)).toEqual([...Array(6).fill(empty), ['set', empty]])
    expect(raw.entries?.at(-1)).toMatchObject({ transaction_id: 'A-1', items: { length: 50 } })
    expect([raw.cut, raw.pieces]).toEqual([['rows'], undefined])
  })

  test('a step without effect is not named', () => {
    const emails = Array(300).fill(`ada@${'x'.repeat(60)}.example`)
    expect(run({ ...toOrder([item]), emails }).raw.cut).toBeUndefined()
  })
})

describe('the count of pieces', () => {
  test.each<[string, object, number | undefined]>([
    ['GA4', { quantity: 2 }, 120],
    ['a missing quantity is one', {}, 60],
    ['a decimal that is whole', { quantity: '2.0000' }, 120],
    ['in the form that shoppers see', { item_qty: '× 2' }, 120],
    ['an unreadable quantity: no count is better than a wrong one', { quantity: 0.5 }, undefined],
  ])('%s', (_what, quantity, pieces) => {
    expect(run(toOrder(Array(60).fill({ item_id: 'a', ...quantity, ...LONG }))).raw.pieces).toBe(pieces)
  })

  test('counts the rows that win', () => {
    const passed = [{ cart_items: Array(70).fill({ product_id: 'a', ...LONG }) }]
    expect(run({ ...toOrder(Array(60).fill(item)), passed }).raw.pieces).toBe(70)
  })
})

test('parts of every source are shortened, and the customer stays', () => {
  const long = { note: 'x'.repeat(20_000) }
  const { raw } = run({ emails, named: { order: long, items: [long] }, passed: [{ cart_data: long }] })
  expect(raw).toEqual({ emails, named: { order: {}, items: [{}] }, passed: [{ cart_data: {} }], cut: ['texts'] })
})

test('the shortened order is within the target, in UTF-8', () => {
  expect(run(toOrder([item], { note: 'ü'.repeat(20_000) })).bytes).toBeLessThanOrEqual(AIM_BYTES)
})

test('a sign-up stays whole, because a missing field would not be noticed', () => {
  const raw: Raw = { passed: [{ email: 'a@b.example', note: 'x'.repeat(20_000) }] }
  const event = createEvent({ kind: 'addToList' }, JSON.stringify({ v: 3, kind: 'addToList', list: 'n', raw }), 0)
  shorten(event)
  expect(JSON.parse(event.text).raw).toEqual(raw)
})
