/** Events that have left the queue: delivered, deleted, or become another event. Only now their ids need remembering. */
import type { Event } from '../../contract/event.js'
import { ID_KEPT_MS, toIdKey } from './rules.js'
import type { Transaction } from './store/index.js'
import { askRows } from './store/rows.js'
import type { Countable, Moving } from './types.js'

/** How an event leaves the queue: with a status, the API took it; as a duplicate, it is another event now. */
export type End = { as: 'delivered'; status: number | undefined } | { as: 'deleted' | 'duplicate' }

/** What is remembered of an id. */
interface Known {
  id: string
  kind: Event['kind']
  list: string | null
  signed: number
  received: number
  tries: string | null
  codes: string | null
}

/**
 * Takes events out of the queue.
 *
 * @param which a condition that they must meet still
 * @returns those that were there
 */
export async function remove(moving: Moving, ends: Map<number, End>, which = 'TRUE'): Promise<Set<number>> {
  const seqs = [...ends.keys()].map((seq) => [seq])
  const gone = await askRows<Known & Countable & { seq: number }>(moving, toDelete(which), seqs)
  const removed = gone.map(({ seq }) => [seq])
  await askRows(moving, DELETE_PAYLOADS, removed)
  for (const event of gone) moving.count(-1, event)
  const known = gone.map((event) => toRow(event, ends.get(event.seq) ?? { as: 'deleted' }, moving.nowMs))
  await askRows(moving, REMEMBER, known)
  return new Set(gone.map(({ seq }) => seq))
}

/** Remembers ids of events that never were in the queue: duplicates of others, and those too old when they came. */
export const rememberIds = (transaction: Transaction, events: Omit<Known, 'tries'>[], as: 'deleted' | 'duplicate') =>
  askRows(
    transaction,
    REMEMBER,
    events.map((event) => toRow({ ...event, tries: null }, { as }, transaction.nowMs)),
  )

function toRow({ id, kind, list, signed, received, tries, codes }: Known, end: End, nowMs: number) {
  const settledMs = end.as === 'duplicate' ? null : nowMs
  const status = end.as === 'delivered' ? (end.status ?? 0) : null
  return [toIdKey(id), signed, received, received + ID_KEPT_MS, settledMs, status, kind, list, tries, codes]
}

const toDelete = (which: string) => ({
  sql: `DELETE FROM events WHERE seq IN (:rows) AND ${which}
    RETURNING seq, id, kind, list, signed, received, state, reason, bytes, tries, codes`,
  row: '?1',
})

const DELETE_PAYLOADS = { sql: 'DELETE FROM payloads WHERE seq IN (:rows)', row: '?1' }

const REMEMBER = {
  sql: `INSERT INTO repeats (key, content, signed, seen, expires, settled, status, kind, list, tries, codes) VALUES :rows
    ON CONFLICT (key) DO UPDATE SET signed = excluded.signed, expires = excluded.expires, settled = excluded.settled,
      status = excluded.status, kind = excluded.kind, list = excluded.list, tries = excluded.tries, codes = excluded.codes`,
  row: "(?1, '', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
}

/** Removes one. @returns whether it was there still */
export async function removeOne(moving: Moving, seq: number, as: 'deleted' | 'duplicate', which?: string) {
  return (await remove(moving, new Map([[seq, { as }]]), which)).size > 0
}

/** What `forget` needs of an event. */
export interface Forgettable {
  id: string
  seq: number
  kind: Event['kind']
  mark: string
  markUntil: number
  name: string | null
  signed: number
}

export const FORGETTABLE = 'id, seq, kind, mark, mark_until AS "markUntil", name, signed'

/**
 * Removes an event as if it had never come: the same thing reported again is new. What it was known by stays when a later
 * event has taken it over, which expires at another time, or is signed.
 */
export async function forget(moving: Moving, event: Forgettable, which?: string): Promise<boolean> {
  if (!(await removeOne(moving, event.seq, 'deleted', which))) return false
  const sql = 'DELETE FROM repeats WHERE key = ?1 AND expires = ?2 AND signed <= ?3'
  for (const key of [event.mark, event.name ?? '']) await moving.ask(sql, [key, event.markUntil, event.signed])
  return true
}
