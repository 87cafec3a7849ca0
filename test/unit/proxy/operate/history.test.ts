/** Promise: events are counted by the hour from the ledger, and refused requests and duplicates from memory. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHistory, type History } from '../../../../src/proxy/operate/history.js'
import { toFigures } from '../../../../src/proxy/operate/shop.js'
import type { HourCount, IncomingEvent, OpenQueue } from '../../../../src/proxy/queue/index.js'
import { openQueue } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'

const HOUR_MS = 3_600_000
let nowMs: number
let rows: HourCount[]
let asked: number[]

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 24, 12, 30)
  rows = []
  asked = []
})

async function hours(sinceMs: number) {
  asked.push(sinceMs)
  return rows.filter(({ fromMs }) => fromMs >= sinceMs)
}
const open = () => createHistory({ hours }, () => nowMs)
const answer = (history: History, status: number, more: object = {}) =>
  history.onAnswered({ method: 'POST', status, ms: 1, ...more })
const count = async (history: History, name: string) => (await history.read()).sum(name, 24)

describe('in memory', () => {
  test.each([
    ['duplicate', 1],
    ['forwarded', 1],
    ['direct', 0],
    ['refused origin', 1],
    ['refused type', 0],
    ['dropped', 1],
  ])('%s: %i', async (name, expected) => {
    const history = open()
    for (const outcome of ['new', 'duplicate'] as const) history.onSeen({ step: 'accept', kind: 'convert', outcome })
    answer(history, 403, { code: 'origin' })
    answer(history, 202, { isForwarded: true })
    answer(history, 415, { code: 'type', isCheck: true })
    for (const event of ['dead_letter_dropped', 'dead_letter']) history.onQueueLine({ event })
    expect(await count(history, name)).toBe(expected)
  })

  test('counts are forgotten after a week', async () => {
    const history = open()
    answer(history, 403, { code: 'origin' })
    nowMs += 170 * HOUR_MS
    answer(history, 403, { code: 'shape' })
    expect((await history.read()).sums('refused ', 200)).toEqual([{ name: 'shape', count: 1 }])
  })

  test('the names of five unknown lists are stored', () => {
    const history = open()
    for (const unknownList of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) {
      answer(history, 422, { code: 'unknown_list', unknownList })
    }
    expect(history.unknownLists()).toEqual(['b', 'c', 'd', 'e', 'a'])
  })

  test('many made-up origins do not displace the shop’s own', () => {
    const history = open()
    for (let n = 0; n < 1_000; n += 1) answer(history, 403, { code: 'origin', origin: `https://${n}.example` })
    answer(history, 202, { origin: 'https://shop.example' })
    const origins = history.origins()
    expect(origins.filter(({ isTaken }) => isTaken)).toMatchObject([{ origin: 'https://shop.example', events: 1 }])
    expect(origins).toHaveLength(21)
  })
})

test('the latest order is not later than now, even if another proxy’s clock is ahead', async () => {
  const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  rows.push({ fromMs, name: 'latest by page', value: nowMs / 1_000 + 20 })
  expect(toFigures(await open().read()).lastOrderMs).toBe(nowMs)
})

test('all hours are read once an hour, and only the last one in between', async () => {
  const history = open()
  for (let reading = 0; reading < 4; reading += 1) {
    await history.read()
    nowMs += 25 * 60_000
  }
  const hoursBack = asked.map((sinceMs) => (Date.UTC(2026, 10, 24, 12) - sinceMs) / HOUR_MS)
  expect(hoursBack).toEqual([840, 1, 0, 839])
})

describe('in the ledger', () => {
  let queue: OpenQueue
  beforeEach(async () => {
    queue = await openQueue({ database: ':memory:', now: () => nowMs, seal: createSeal([]), log: () => {} })
  })
  afterEach(() => queue.close())

  const TOTAL = { cart_data: { order_number: '1', cart_value: 1999 } }
  const ITEMS = { cart_items: [{ product_id: 'CUP' }] }
  const accept = async (more: object, from: IncomingEvent['from'] = 'page', email = 'ada@example.com') => {
    const body = { email, ...more }
    await queue.accept({ id: randomUUID(), kind: 'convert', signed: false, ageMs: 0, body, from } as IncomingEvent)
  }
  async function deliverAll() {
    const { events } = await queue.claim(8)
    for (const { id } of events) await queue.settle(id, { as: 'delivered', status: 200 })
  }
  const readSums = async () => {
    const sums = (await createHistory(queue, () => nowMs).read()).sums('', 24)
    return Object.fromEntries(sums.map(({ name, count }) => [name, count]))
  }

  test.each([
    [{ ...TOTAL, ...ITEMS }, {}],
    [TOTAL, { 'lacks items': 1, 'order partial': 1 }],
    [
      { ...ITEMS, cart_data: { order_number: '1' } },
      { 'lacks total': 1, 'order partial': 1 },
    ],
  ])('a delivered order with %j lacks %j', async (body, lacks) => {
    await accept(body)
    await deliverAll()
    const { 'problem cart_items missing': _, 'latest by page': _latest, ...sums } = await readSums()
    const all = { accepted: 1, delivered: 1, 'order new': 1, 'order delivered': 1, 'order by page': 1 }
    expect(sums).toEqual({ ...all, ...lacks })
  })

  test('one order of page and webhook counts once, with both sources', async () => {
    await accept({ ...TOTAL, ...ITEMS })
    await accept({ ...TOTAL, ...ITEMS }, 'webhook')
    expect(await readSums()).toMatchObject({ 'order new': 1, 'order by both': 1 })
  })

  test('a test order does not count', async () => {
    await accept(TOTAL, 'page', 'test-1@ringup.invalid')
    expect(await readSums()).toEqual({})
  })

  test('a dead letter counts as lost, in the hour of its death', async () => {
    await accept({ ...TOTAL, ...ITEMS })
    nowMs += 2 * HOUR_MS
    const { events } = await queue.claim(1)
    for (const { id } of events) await queue.settle(id, { as: 'dead', reason: 'refused', status: 422 })
    const history = await createHistory(queue, () => nowMs).read()
    expect([history.sum('order refused', 3), history.sum('lost', 1)]).toEqual([1, 1])
  })

  test('a refused report counts by its reason', async () => {
    await queue.refuse({ id: randomUUID(), kind: 'convert', ageMs: 0, reason: 'no_email', number: '1' })
    expect(await readSums()).toEqual({ 'report convert no_email': 1 })
  })
})
