/** Events that have left the queue: delivered, deleted, or become another event. Only now their ids need remembering. */
import { ID_KEPT_MS, toIdKey } from './rules.js'
import type { Ask } from './store/index.js'
import { askRows } from './store/rows.js'
import type { Countable, EventRow, Moving } from './types.js'

/** How an event leaves the queue: with a status, the API took it; as a duplicate, it is another event now. */
export type End = { as: 'delivered'; status: number | undefined } | { as: 'deleted' | 'duplicate' }

/** What is remembered of an id. */
const KNOWN = ['id', 'kind', 'list', 'signed', 'received', 'tries', 'codes'] as const
type Known = Pick<EventRow, (typeof KNOWN)[number]>

/**
 * Takes events out of the queue.
 *
 * @param which a condition that they must meet still
 * @returns those that were there
 */
export async function remove(moving: Moving, ends: Map<number, End>, which = 'TRUE'): Promise<Set<number>> {
  const seqs = [...ends.keys()].map((seq) => [seq])
  const gone = await askRows<Known & Countable & Pick<EventRow, 'seq'>>(moving, toDelete(which), seqs)
  const removed = gone.map(({ seq }) => [seq])
  await askRows(moving, DELETE_PAYLOADS, removed)
  for (const event of gone) moving.count(-1, event)
  const known = gone.map((event) => toRow(event, ends.get(event.seq) ?? { as: 'deleted' }, moving.nowMs))
  await askRows(moving, REMEMBER, known)
  return new Set(gone.map(({ seq }) => seq))
}

/** Remembers the id of an event that never was in the queue: a duplicate of another, or one too old when it came. */
export async function rememberId(moving: Moving, event: Omit<Known, 'received' | 'tries'>, end: End) {
  await askRows(moving, REMEMBER, [toRow({ ...event, received: moving.nowMs, tries: null }, end, moving.nowMs)])
}

function toRow({ id, kind, list, signed, received, tries, codes }: Known, end: End, nowMs: number) {
  const settledMs = end.as === 'duplicate' ? null : nowMs
  const status = end.as === 'delivered' ? (end.status ?? 0) : null
  return [toIdKey(id), signed, received, received + ID_KEPT_MS, settledMs, status, kind, list, tries, codes]
}

const toDelete = (which: string) => ({
  sql: `DELETE FROM events WHERE seq IN (:rows) AND ${which} RETURNING ${KNOWN}, seq, state, reason, bytes`,
  row: '?1',
})

const DELETE_PAYLOADS = { sql: 'DELETE FROM payloads WHERE seq IN (:rows)', row: '?1' }

const REMEMBER = {
  sql: `INSERT INTO repeats (key, content, signed, seen, expires, settled, status, kind, list, tries, codes) VALUES :rows
    ON CONFLICT (key) DO UPDATE SET signed = excluded.signed, expires = excluded.expires, settled = excluded.settled,
      status = excluded.status, kind = excluded.kind, list = excluded.list, tries = excluded.tries, codes = excluded.codes`,
  row: "(?1, '', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
}

/** What is remembered: for a week. */
export interface GoneRow extends Pick<EventRow, 'status' | 'tries' | 'codes'> {
  /** A week after it came. */
  expires: number
  /** When it left the queue; null: it was a duplicate. Without a status it was deleted. */
  settled: number | null
}

export async function readGone(ask: Ask, id: string): Promise<GoneRow | undefined> {
  const sql = 'SELECT expires, settled, status, tries, codes FROM repeats WHERE key = ?1'
  const [known] = await ask<GoneRow>(sql, [toIdKey(id)])
  return known
}

/** Removes one. @returns whether it was there still */
export async function removeOne(moving: Moving, seq: number, as: 'deleted' | 'duplicate', which?: string) {
  return (await remove(moving, new Map([[seq, { as }]]), which)).size > 0
}

/**
 * Removes an event as if it had never come: the same thing reported again is new. What it was known by stays when a later
 * event has taken it over, which expires at another time, or is signed.
 */
export async function forget(moving: Moving, event: EventRow, which?: string): Promise<boolean> {
  if (!(await removeOne(moving, event.seq, 'deleted', which))) return false
  const sql = 'DELETE FROM repeats WHERE key = ?1 AND expires = ?2 AND signed <= ?3'
  for (const key of [event.mark, event.name ?? '']) await moving.ask(sql, [key, event.mark_until, event.signed])
  return true
}
