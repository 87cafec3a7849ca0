/**
 * Promise: each transition is whole or absent. If one of its statements or its commit fails, nothing of it remains, the
 * counts stay right, and it can be repeated.
 */
import { expect, test } from 'vitest'
import type { IncomingEvent, OpenQueue, Outcome } from '../../../../src/proxy/queue/index.js'
import { openIn } from '../../../../src/proxy/queue/queue.js'
import type { Store } from '../../../../src/proxy/queue/store/index.js'
import { openForProxy } from '../../../../src/proxy/queue/store/libsql.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { toUsualBounds } from '../../../support/bounds.js'

const DAY_MS = 86_400_000
const [FIRST, SECOND, REPORT] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]

function order(id = FIRST, number = id) {
  const body = { email: 'ada@example.com', cart_data: { order_number: number, cart_value: 100 } }
  return { id, kind: 'convert', signed: false, ageMs: 0, network: '203.0.113.7', body } as IncomingEvent
}
const report = { id: REPORT, kind: 'convert', reason: 'no_email', number: FIRST, ageMs: 0 } as const

async function claim(queue: OpenQueue) {
  await queue.accept(order())
  await queue.claim(9)
}
async function kill(queue: OpenQueue) {
  await claim(queue)
  await queue.settle(FIRST, { as: 'dead', reason: 'refused' })
}
const settle = (outcome: Outcome) => (queue: OpenQueue) => queue.settle(FIRST, outcome)

type Act = (queue: OpenQueue, clock: { nowMs: number }) => unknown
test.each<[what: string, before: Act, run: Act]>([
  ['an arrival', () => {}, (queue) => queue.accept(order())],
  [
    'two arrivals of one moment',
    () => {},
    (queue) => Promise.all([FIRST, SECOND].map((id) => queue.accept(order(id)))),
  ],
  ['an order that ends its refused report', (queue) => queue.refuse(report), (queue) => queue.accept(order())],
  ['a refused report', () => {}, (queue) => queue.refuse(report)],
  [
    'a claim',
    (queue) => queue.accept(order()),
    async (queue) => {
      expect((await queue.claim(9)).events).toMatchObject([{ id: FIRST }])
      await queue.release([FIRST])
    },
  ],
  ['a delivery', claim, settle({ as: 'delivered', status: 200 })],
  ['a retry', claim, settle({ as: 'retry', reason: 'unreachable', waitMs: 1_000 })],
  ['a dead letter with the API’s answer', claim, settle({ as: 'dead', reason: 'refused', status: 400, answer: '{}' })],
  ['a replay', kill, (queue) => queue.replay({ id: FIRST })],
  ['a drop by the operator', kill, (queue) => queue.drop({ id: FIRST })],
  ['an erasure', kill, (queue) => queue.erase('ada@example.com')],
  [
    'a sweep',
    async (queue, clock) => {
      await kill(queue)
      clock.nowMs += 15 * DAY_MS
    },
    (queue) => queue.sweep(),
  ],
])('%s', async (_what, before, run) => {
  const expected = await play(before, run, 0)
  let at = 1
  for (; ; at += 1) {
    const { hasFailed, ...result } = await play(before, run, at)
    if (!hasFailed) break
    expect(result, `statement ${at} failed`).toEqual({ after: expected.after, room: expected.room })
  }
  expect(at).toBeGreaterThan(2)
})

/** Runs a transition whose n-th statement fails, and repeats it. */
async function play(before: Act, run: Act, at: number) {
  const clock = { nowMs: 1_800_000_000_000 }
  const { store, failAt, hasFailed } = createFailing(await openForProxy(':memory:', { now: () => clock.nowMs }))
  const queue = await openIn(store, {
    seal: createSeal([Buffer.alloc(32)]),
    most: toUsualBounds({ queueEvents: 8 }),
    log: () => {},
    monotonic: () => clock.nowMs,
    defer: (start) => {
      queueMicrotask(start)
      return () => {}
    },
  })
  const readRows = () => store.read(({ ask }) => ask(ROWS))
  await before(queue, clock)
  const rowsBefore = await readRows()
  failAt(at)
  const isWhole = await Promise.resolve(run(queue, clock)).then(
    () => true,
    () => false,
  )
  const isHit = hasFailed()
  if (!isWhole) expect(await readRows()).toEqual(rowsBefore)
  failAt(0)
  await run(queue, clock)
  const after = await readRows()
  let room = 0
  while (
    await queue.accept(order(`00000000-0000-4000-8000-0000000001${room}`)).then(
      () => true,
      () => false,
    )
  )
    room += 1
  await queue.close()
  return { hasFailed: isHit, after, room }
}

/** Without the hashes, whose key is random. */
const ROWS = `
  SELECT events.seq, id, signed, calm, replayed, occurred, received, state, reason, status, attempts, refusals, due, sources,
    tries, bytes, length(payload) AS payload, length(answer) AS answer
  FROM events LEFT JOIN payloads ON payloads.seq = events.seq ORDER BY events.seq`

/** Makes one statement fail. The commit is the last statement of a transaction. */
function createFailing(store: Store) {
  let left = 0
  let isHit = false
  function count() {
    if (left > 0) left -= 1
    else return
    if (left > 0) return
    isHit = true
    throw new Error('disk I/O error')
  }
  const transaction: Store['transaction'] = (urgency, work) =>
    store.transaction(urgency, async (step) => {
      const result = await work({
        ...step,
        async ask(sql, values) {
          count()
          return step.ask(sql, values)
        },
      })
      count()
      return result
    })
  return {
    store: { ...store, transaction },
    failAt(at: number) {
      left = at
      isHit = false
    },
    hasFailed: () => isHit,
  }
}
