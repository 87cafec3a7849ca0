/** Promise: what happens is counted by the hour, under names of ours, also before it is written and over a restart. */
import { beforeEach, expect, test } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { createHistory, type History } from '../../../../src/proxy/operate/history.js'
import { toFigures } from '../../../../src/proxy/operate/shop.js'
import type { Seen } from '../../../../src/proxy/operate/watch.js'
import type { Counts } from '../../../../src/proxy/queue/index.js'
import type { HourOf, Tally } from '../../../../src/proxy/queue/operator/hours.js'

const HOUR_MS = 3_600_000
let nowMs: number
let rows: Map<string, HourOf>
let fails: boolean
let logged: Line[]
let asked: number[]

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 24, 12, 30)
  rows = new Map()
  fails = false
  logged = []
  asked = []
})

/** Keeps counts as the queue does. */
async function record({ sums, most }: Tally) {
  if (fails) throw new Error('disk I/O error')
  const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const put = (name: string, join: (known: number) => number) =>
    rows.set(`${fromMs} ${name}`, { fromMs, name, value: join(rows.get(`${fromMs} ${name}`)?.value ?? 0) })
  for (const [name, value] of Object.entries(sums)) put(name, (known) => known + value)
  for (const [name, value] of Object.entries(most)) put(name, (known) => Math.max(known, value))
}

/** Opens it as one process does: another one has but the rows. */
const open = (write = record) =>
  createHistory(
    { record: write, count: async () => ({ waiting: 0 }) as Counts, hours: read },
    (line) => logged.push(line),
    () => nowMs,
  )

async function read(sinceMs: number) {
  asked.push(sinceMs)
  return [...rows.values()].filter(({ fromMs }) => fromMs >= sinceMs)
}

const takeOrder = (history: History, more: Partial<Seen> = {}) =>
  history.onSeen({ step: 'accept', kind: 'convert', outcome: 'new', ...more })
const count = async (history: History, name: string) => (await history.read()).sum(name, 24)

test.each([
  ['order new', 1],
  ['order by page', 2],
  ['order by webhook', 1],
  ['latest by page', Date.UTC(2026, 10, 24, 12, 30) / 1_000],
  ['order delivered', 1],
  ['order no_session', 1],
  ['accepted', 1],
  ['delivered', 1],
  ['dead', 2],
  ['lost', 1],
  ['problem cart_value ambiguous_amount', 1],
  ['refused origin', 1],
  ['refused type', 0],
])('%s: %i', async (name, expected) => {
  const history = open()
  takeOrder(history, { problems: ['cart_value ambiguous_amount'] })
  takeOrder(history, { outcome: 'duplicate' })
  takeOrder(history, { outcome: 'duplicate', from: 'webhook' })
  history.onSeen({ step: 'attempt', kind: 'convert', outcome: 'delivered' })
  history.onSeen({ step: 'attempt', kind: 'convert', outcome: 'no_session', isDead: true })
  history.onSeen({ step: 'accept', kind: 'addToList', outcome: 'limited' })
  history.onAnswered({ method: 'POST', status: 403, ms: 1, code: 'origin', origin: 'https://evil.example' })
  history.onAnswered({ method: 'POST', status: 415, ms: 1, code: 'type', isCheck: true })
  expect(await count(history, name)).toBe(expected)
  await history.flush()
  expect(await count(open(), name)).toBe(expected)
})

test('what is written is not counted twice, and what another proxy has written counts too', async () => {
  const [one, other] = [open(), open()]
  for (const history of [one, other]) takeOrder(history)
  await one.flush()
  expect(await count(one, 'order new')).toBe(1)
  await other.flush()
  nowMs += 60_000
  expect([await count(one, 'order new'), await count(other, 'order new')]).toEqual([2, 2])
})

const lastOrder = async (history: History) => toFigures(await history.read()).lastOrderMs

test('an order at the end of an hour keeps its time, before it is written and in the hour after', async () => {
  const history = open()
  const cameMs = Date.UTC(2026, 10, 24, 12, 59, 56)
  nowMs = cameMs
  takeOrder(history)
  nowMs += 10_000
  expect(await lastOrder(history)).toBe(cameMs)
  await history.flush()
  nowMs += 60_000
  expect([await lastOrder(history), await lastOrder(open())]).toEqual([cameMs, cameMs])
})

test('no order came later than now, also where another proxy’s clock is ahead', async () => {
  const ahead = open()
  nowMs += 20_000
  takeOrder(ahead)
  await ahead.flush()
  nowMs -= 20_000
  expect(await lastOrder(open())).toBe(nowMs)
})

test('only the last hour is read again, once a minute', async () => {
  const history = open()
  takeOrder(history)
  await history.flush()
  for (let minute = 0; minute < 3; minute += 1) {
    await history.read()
    await history.read()
    nowMs += 60_000
  }
  expect(asked.map((sinceMs) => Math.floor((nowMs - sinceMs) / HOUR_MS))).toEqual([840, 1, 1])
})

test('a list that nobody has is known by its name, five of them', () => {
  const history = open()
  for (const list of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) {
    history.onAnswered({ method: 'POST', status: 422, ms: 1, code: 'unknown_list', unknownList: list })
  }
  expect(history.unknownLists()).toEqual(['b', 'c', 'd', 'e', 'a'])
})

test('counts that cannot be written are told, and nothing else happens', async () => {
  const history = open()
  fails = true
  takeOrder(history)
  await history.flush()
  expect(logged).toEqual([{ event: 'queue_failed', reason: 'Error: disk I/O error' }])
})

test('made-up origins, however many, do not keep the shop’s own from being noted', async () => {
  const written: Tally[] = []
  const history = open(async (tally) => void written.push(tally))
  for (let n = 0; n < 1_000; n += 1) {
    history.onAnswered({ method: 'POST', ms: 1, status: 403, code: 'origin', origin: `https://${n}.example` })
  }
  history.onAnswered({ method: 'POST', ms: 1, status: 202, origin: 'https://shop.example' })
  await history.flush()
  const origins = written.flatMap((tally) => tally.origins)
  expect(origins.filter(({ isTaken }) => isTaken)).toMatchObject([{ origin: 'https://shop.example', events: 1 }])
  expect(origins).toHaveLength(21)
})

test('a dead letter that is pushed out is counted, and what another process has counted is not counted again', async () => {
  const [one, other] = [open(), open()]
  one.onQueueLine({ event: 'dead_letter_dropped', kind: 'convert' })
  one.onQueueLine({ event: 'dead_letter', kind: 'convert' })
  await one.flush()
  await other.flush()
  expect(await count(open(), 'dropped')).toBe(1)
})
