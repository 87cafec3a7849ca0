/** Promise: counts that no row of the ledger has are counted by the hour, also before they are written and over a restart. */
import { beforeEach, expect, test } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { createHistory, type History } from '../../../../src/proxy/operate/history.js'
import { toFigures } from '../../../../src/proxy/operate/shop.js'
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

const refuse = (history: History, code: string) =>
  history.onAnswered({ method: 'POST', status: 403, ms: 1, code, origin: 'https://evil.example' } as never)
const count = async (history: History, name: string) => (await history.read()).sum(name, 24)

test.each([
  ['duplicate', 1],
  ['lacks total', 1],
  ['order partial', 1],
  ['forwarded', 1],
  ['direct', 0],
  ['refused origin', 1],
  ['refused type', 0],
])('%s: %i', async (name, expected) => {
  const history = open()
  for (const outcome of ['new', 'duplicate', 'limited'] as const) {
    history.onSeen({ step: 'accept', kind: 'convert', outcome, lacks: ['total'] })
  }
  history.onSeen({ step: 'attempt', kind: 'convert', outcome: 'delivered', lacks: ['total'] })
  refuse(history, 'origin')
  history.onAnswered({ method: 'POST', status: 202, ms: 1, isForwarded: true })
  history.onAnswered({ method: 'POST', status: 415, ms: 1, code: 'type', isCheck: true })
  expect(await count(history, name)).toBe(expected)
  await history.flush()
  expect([await count(history, name), await count(open(), name)]).toEqual([expected, expected])
})

test('written counts are not counted twice, and those of another proxy count too', async () => {
  const [one, other] = [open(), open()]
  for (const history of [one, other]) refuse(history, 'origin')
  await one.flush()
  expect(await count(one, 'refused origin')).toBe(1)
  await other.flush()
  expect([await count(one, 'refused origin'), await count(other, 'refused origin')]).toEqual([2, 2])
})

test('no order came later than now, also where another proxy’s clock is ahead', async () => {
  const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  rows.set('latest', { fromMs, name: 'latest by page', value: nowMs / 1_000 + 20 })
  expect(toFigures(await open().read()).lastOrderMs).toBe(nowMs)
})

test('all hours are read once an hour, and only the last one in between', async () => {
  const history = open()
  for (let reading = 0; reading < 4; reading += 1) {
    await history.read()
    nowMs += 25 * 60_000
  }
  const [first = 0, ...later] = asked.map((sinceMs) => Date.UTC(2026, 10, 24, 12) - sinceMs)
  expect([first / HOUR_MS, ...later.map((ms) => ms / HOUR_MS)]).toEqual([840, 1, 0, 839])
})

test('the names of five unknown lists are kept', () => {
  const history = open()
  for (const list of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) {
    history.onAnswered({ method: 'POST', status: 422, ms: 1, code: 'unknown_list', unknownList: list })
  }
  expect(history.unknownLists()).toEqual(['b', 'c', 'd', 'e', 'a'])
})

test('counts that cannot be written are told, and nothing else happens', async () => {
  const history = open()
  fails = true
  refuse(history, 'origin')
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

test('a dead letter that is pushed out is counted once, also with two processes', async () => {
  const [one, other] = [open(), open()]
  one.onQueueLine({ event: 'dead_letter_dropped', kind: 'convert' })
  one.onQueueLine({ event: 'dead_letter', kind: 'convert' })
  await one.flush()
  await other.flush()
  expect(await count(open(), 'dropped')).toBe(1)
})
