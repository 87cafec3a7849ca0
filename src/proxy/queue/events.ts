/** What both the proxy and the operator do to events, within a transaction. */
import type { DeadLetter } from './dead-letters.js'
import { ID_KEPT_MS, type InLine, toIdKey, toReady } from './rules.js'
import type { Transaction } from './store/index.js'
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
