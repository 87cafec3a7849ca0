/** What both the proxy and the operator do to events, within a transaction. */
import type { Event } from '../../contract/event.js'
import type { Counts, Reason } from './index.js'
import { type DeadLetter, ID_KEPT_MS, type InLine, toIdKey, toReady } from './rules.js'
import type { Ask, Store, Transaction } from './store/index.js'
import { askRows } from './store/rows.js'

/** Of one customer: those that may go, and the first that may be next. */
const LINE = `
  SELECT seq, state, signed, occurred FROM events WHERE customer = ?1 AND state = 'ready'
  UNION ALL SELECT * FROM (
    SELECT seq, state, signed, occurred FROM events WHERE customer = ?1 AND state = 'behind'
    ORDER BY occurred, seq LIMIT 1) AS oldest
  UNION ALL SELECT * FROM (
    SELECT seq, state, signed, occurred FROM events WHERE customer = ?1 AND state = 'behind' AND signed = 1
    ORDER BY occurred, seq LIMIT 1) AS oldest_signed`

/** Says which of a customer's events may go, after one has come, gone or been put aside. */
export async function arrange({ ask }: Transaction, customer: string) {
  const line = await ask<InLine & { state: string }>(LINE, [customer])
  const ready = toReady(line)
  for (const { seq, state } of line) {
    const right = ready.has(seq) ? 'ready' : 'behind'
    if (state !== right) await ask('UPDATE events SET state = ?1 WHERE seq = ?2', [right, seq])
  }
}

/** The same for many customers, of whom most have nothing that waits. */
export async function arrangeAll(transaction: Transaction, customers: string[]) {
  const rows = [...new Set(customers)].map((customer) => [customer])
  const found = await askRows<{ customer: string }>(transaction, WITH_EVENTS_BEHIND, rows)
  for (const { customer } of found) await arrange(transaction, customer)
}

/** When one has gone and none is behind, those that may go may still. */
const WITH_EVENTS_BEHIND = {
  sql: `WITH given (customer) AS (VALUES :rows)
    SELECT customer FROM given
    WHERE EXISTS (SELECT 1 FROM events WHERE events.customer = given.customer AND state = 'behind')`,
  row: '(?1)',
}

/** How an event leaves the queue: with a status, the API took it; as a duplicate, it is another event now. */
export type End = { as: 'delivered'; status: number | undefined } | { as: 'deleted' | 'duplicate' }

/**
 * Takes events out of the queue. Only now their ids need remembering: until here the events themselves have them.
 *
 * @param which of them
 * @returns those that were there still
 */
export async function remove(transaction: Transaction, ends: Map<number, End>, which = 'TRUE'): Promise<Set<number>> {
  const { nowMs } = transaction
  const seqs = [...ends.keys()].map((seq) => [seq])
  const gone = await askRows<Gone>(transaction, toDelete(which), seqs)
  const removed = gone.map(({ seq }) => [seq])
  await askRows(transaction, DELETE_PAYLOADS, removed)
  const ids = gone.map(({ seq, id, signed, received }) => {
    const end = ends.get(seq)
    const settledMs = end?.as === 'duplicate' ? null : nowMs
    const status = end?.as === 'delivered' ? (end.status ?? null) : null
    return [toIdKey(id), signed, received, received + ID_KEPT_MS, settledMs, status]
  })
  await askRows(transaction, REMEMBER_IDS, ids)
  return new Set(gone.map(({ seq }) => seq))
}

interface Gone {
  seq: number
  id: string
  signed: number
  received: number
}

const toDelete = (which: string) => ({
  sql: `DELETE FROM events WHERE seq IN (:rows) AND ${which} RETURNING seq, id, signed, received`,
  row: '?1',
})

const DELETE_PAYLOADS = { sql: 'DELETE FROM payloads WHERE seq IN (:rows)', row: '?1' }

const REMEMBER_IDS = {
  sql: `INSERT INTO repeats (key, content, signed, seen, expires, settled, status) VALUES :rows
    ON CONFLICT (key) DO UPDATE SET signed = excluded.signed, expires = excluded.expires, settled = excluded.settled,
      status = excluded.status`,
  row: "(?1, '', ?2, ?3, ?4, ?5, ?6)",
}

/** @returns whether it was there still */
export async function removeOne(transaction: Transaction, seq: number, as: 'deleted' | 'duplicate', which?: string) {
  return (await remove(transaction, new Map([[seq, { as }]]), which)).size > 0
}

/**
 * Removes an event as if it had never come: the same thing reported again is new. What it was known by stays when a later
 * event has taken it over, which expires at another time, or is signed.
 */
export async function forget(transaction: Transaction, event: DeadLetter, which?: string): Promise<boolean> {
  if (!(await removeOne(transaction, event.seq, 'deleted', which))) return false
  const { mark, markUntil, signed } = event
  const sql = 'DELETE FROM repeats WHERE key = ?1 AND expires = ?2 AND signed <= ?3'
  await transaction.ask(sql, [mark, markUntil, signed])
  return true
}

/** Unless the operator has replayed it at this moment. */
export const forgetDead = (transaction: Transaction, letter: DeadLetter) =>
  forget(transaction, letter, "state = 'dead'")

/** Of an event, what `forget` needs. */
export const FORGETTABLE = 'id, seq, kind, reason, bytes, mark, mark_until AS "markUntil", signed'

/** A few milliseconds, after which others have their turn: while a file is read, no order is stored. */
const COUNTED_AT_ONCE = 10_000

interface Counted {
  state: string
  kind: Event['kind']
  reason: Reason | null
  events: number
  bytes: number
  oldest: number
  latest: number
}

/** What moves while it counts may be in neither figure; none is in two. */
export async function count(store: Store, atOnce = COUNTED_AT_ONCE): Promise<Counts> {
  const groups = new Map<string, Counted>()
  for (let after = 0, isMore = true; isMore; ) {
    const some = await store.read(({ ask }) => ask<Counted>(COUNT, [after, atOnce]))
    for (const row of some) addCounted(groups, row)
    isMore = sum(some, 'events') === atOnce
    after = Math.max(after, ...some.map(({ latest }) => latest))
    if (isMore) await new Promise((resolve) => setTimeout(resolve))
  }
  const sql = 'SELECT reason, events FROM dropped ORDER BY reason'
  return store.read(async ({ ask, nowMs }) => toCounts([...groups.values()], await ask<Dropped>(sql), nowMs))
}

type Dropped = { reason: Reason; events: number }

function addCounted(groups: Map<string, Counted>, row: Counted): void {
  const name = [row.state, row.kind, row.reason].join()
  const { events = 0, bytes = 0, oldest = row.oldest } = groups.get(name) ?? {}
  groups.set(name, {
    ...row,
    events: events + row.events,
    bytes: bytes + row.bytes,
    oldest: Math.min(oldest, row.oldest),
  })
}

function toCounts(rows: Counted[], dropped: Dropped[], nowMs: number): Counts {
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const dead = rows.filter(({ state }) => state === 'dead')
  const oldestMs = Math.min(...waiting.map(({ oldest }) => oldest))
  return {
    waiting: sum(waiting, 'events'),
    waitingBytes: sum(waiting, 'bytes'),
    dead: sum(dead, 'events'),
    deadBytes: sum(dead, 'bytes'),
    waitingBy: waiting.map(({ kind, reason, events }) => ({ kind, reason: reason ?? undefined, count: events })),
    deadBy: dead.map(({ kind, reason, events }) => ({ kind, reason: reason ?? 'unreadable', count: events })),
    oldestWaitingMs: waiting.length > 0 ? nowMs - oldestMs : undefined,
    droppedDead: sum(dropped, 'events'),
    droppedBy: dropped.map(({ reason, events }) => ({ reason, count: events })),
  }
}

/** An event of a held list waits for the list, whatever it waited for before. */
const COUNT = `
  SELECT CASE WHEN state = 'dead' THEN 'dead' ELSE 'waiting' END AS state, kind,
    CASE WHEN state = 'held' THEN 'unknown_list' ELSE reason END AS reason,
    count(*) AS events, sum(bytes) AS bytes, min(occurred) AS oldest, max(seq) AS latest
  FROM (SELECT * FROM events WHERE seq > ?1 ORDER BY seq LIMIT ?2) AS part GROUP BY 1, 2, 3 ORDER BY min(seq)`

const sum = <Name extends string>(rows: Record<Name, number>[], name: Name): number =>
  rows.reduce((total, row) => total + row[name], 0)

/** How much there is, for the bounds. */
export async function readTotals(ask: Ask) {
  const [totals] = await ask<{
    waiting: number
    waitingBytes: number
    dead: number
    deadBytes: number
    limited: number
  }>(
    `SELECT count(*) FILTER (WHERE state <> 'dead') AS waiting,
       coalesce(sum(bytes) FILTER (WHERE state <> 'dead'), 0) AS "waitingBytes",
       count(*) FILTER (WHERE state = 'dead') AS dead,
       coalesce(sum(bytes) FILTER (WHERE state = 'dead'), 0) AS "deadBytes",
       count(*) FILTER (WHERE state = 'dead' AND reason = 'limited') AS limited
     FROM events`,
  )
  if (!totals) throw new Error('An aggregate always has a row.')
  return totals
}
