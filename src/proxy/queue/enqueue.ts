/** Events into the database, many in one transaction: a few statements for all of them, not a few for each. */
import { randomUUID } from 'node:crypto'
import type { Event } from '../../contract/event.js'
import type { Seal } from '../seal.js'
import type { Bounds } from './bounds.js'
import type { DeadLetter } from './dead-letters.js'
import { arrange, FORGETTABLE, removeOne } from './events.js'
import type { PreparedEvent } from './incoming-event.js'
import type { Accepted } from './index.js'
import { type Replacing, replaceWaiting } from './replace-waiting.js'
import { DAY_MS, ID_KEPT_MS, isDuplicate, type KnownMark, toIdKey } from './rules.js'
import type { Transaction } from './store/index.js'
import { askRows } from './store/rows.js'

interface Options extends Replacing {
  most: Pick<Bounds, Event['kind']>
}

/** @returns what became of each */
export async function enqueueAll(transaction: Transaction, events: PreparedEvent[], options: Options) {
  const outcomes = new Map<PreparedEvent, Accepted>()
  for (const round of toRounds(events)) {
    const placed = await dropDuplicates(transaction, round, options)
    await replaceWaiting(transaction, placed, options)
    const limited = await findLimited(transaction, [...placed.values()], options.most)
    await insert(transaction, [...placed.values()], limited)
    for (const [event, written] of placed) outcomes.set(event, limited.has(written) ? 'limited' : 'new')
  }
  return outcomes
}

/** One statement cannot tell two of its own rows apart: of a customer, and of an id, there is one in each round. */
function toRounds(events: PreparedEvent[]): PreparedEvent[][] {
  const rounds: PreparedEvent[][] = []
  const next = new Map<string, number>()
  for (const event of events) {
    const round = Math.max(next.get(event.customer) ?? 0, next.get(event.id) ?? 0)
    next.set(event.customer, round + 1)
    next.set(event.id, round + 1)
    rounds[round] = [...(rounds[round] ?? []), event]
  }
  return rounds
}

/**
 * Remembers what they are known by. An id is known by its event while that is here, else by a row of its own.
 *
 * @returns those that are to be written, by what arrived
 */
async function dropDuplicates(transaction: Transaction, events: PreparedEvent[], { seal }: Options) {
  const { nowMs } = transaction
  const keys = events.flatMap(({ idKey, contentMark }) => [[idKey], [contentMark.key]])
  const known = new Map((await askRows<KnownMark>(transaction, FIND_MARKS, keys)).map((mark) => [mark.key, mark]))
  const ids = events.map(({ id }) => [id])
  const here = new Map((await askRows<DeadLetter>(transaction, FIND_IDS, ids)).map((event) => [event.id, event]))
  const placed = new Map<PreparedEvent, PreparedEvent>()
  const marks: unknown[][] = []
  for (const event of events) {
    const { id, idKey, contentMark, signed } = event
    const { key, content, customer, keptMs } = contentMark
    const same = here.get(id)
    if ((same && same.signed >= Number(signed)) || isDuplicate(known.get(idKey), '', signed, nowMs)) {
      await transaction.ask(SEE_AGAIN, [same?.mark ?? idKey, nowMs])
    } else if (isDuplicate(known.get(key), content, signed, nowMs)) {
      await transaction.ask(SEE_AGAIN, [key, nowMs])
      if (!same) marks.push([idKey, '', null, Number(signed), nowMs, nowMs + ID_KEPT_MS, null])
    } else {
      const written = same ? await takePlace(transaction, event, same, seal) : event
      marks.push([key, content, customer, Number(signed), nowMs, nowMs + keptMs, toIdKey(written.id)])
      placed.set(event, written)
    }
  }
  await askRows(transaction, REMEMBER_MARKS, marks)
  return placed
}

/** Of the same event, signed, the unsigned one makes room; one of another order or sign-up has used the id, and stays. */
async function takePlace(transaction: Transaction, event: PreparedEvent, same: DeadLetter, seal: Seal) {
  if (same.mark !== event.contentMark.key) {
    const id = randomUUID()
    return { ...event, id, payload: seal.seal(seal.open(event.payload, event.id), id) }
  }
  await removeOne(transaction, same.seq, 'duplicate')
  return event
}

/** Counts unsigned events by customer, kind and day. @returns those of which there are too many today */
async function findLimited(transaction: Transaction, events: PreparedEvent[], most: Options['most']) {
  const day = Math.floor(transaction.nowMs / DAY_MS)
  const unsigned = events.filter(({ signed }) => !signed)
  if (unsigned.length === 0) return new Set<PreparedEvent>()
  const rows = unsigned.map(({ customer, kind }) => [customer, kind, day])
  const today = await askRows<{ customer: string; events: number }>(transaction, COUNT_TODAY, rows)
  const counts = new Map(today.map(({ customer, events }) => [customer, events]))
  return new Set(unsigned.filter(({ customer, kind }) => (counts.get(customer) ?? 1) > most[kind]))
}

async function insert(transaction: Transaction, events: PreparedEvent[], limited: Set<PreparedEvent>) {
  if (events.length === 0) return
  const { ask, nowMs } = transaction
  const hasLists = events.some(({ list }) => list !== null)
  const lists = hasLists ? await ask<{ list: string }>('SELECT list FROM held_lists') : []
  const held = new Set(lists.map(({ list }) => list))
  const rows = events.map((event) => {
    const { id, kind, list, customer, signed, ageMs, contentMark, payload } = event
    const isLimited = limited.has(event)
    const state = isLimited ? 'dead' : list !== null && held.has(list) ? 'held' : null
    const occurred = Math.round(nowMs - ageMs)
    const of = [id, kind, list, customer, Number(signed), occurred, nowMs, state, isLimited ? 'limited' : null]
    return [...of, contentMark.key, nowMs + contentMark.keptMs, payload.length]
  })
  const written = await askRows<{ id: string; seq: number; state: string }>(transaction, INSERT, rows)
  const byId = new Map(events.map((event) => [event.id, event]))
  const payloads = written.map(({ id, seq }) => [seq, byId.get(id)?.payload])
  await askRows(transaction, INSERT_PAYLOADS, payloads)
  for (const { id, state } of written) {
    const customer = byId.get(id)?.customer
    if (state === 'behind' && customer !== undefined) await arrange(transaction, customer)
  }
}

const FIND_MARKS = { sql: 'SELECT key, content, signed, expires FROM repeats WHERE key IN (:rows)', row: '?1' }

const REMEMBER_MARKS = {
  sql: `INSERT INTO repeats (key, content, customer, signed, seen, expires, event) VALUES :rows
    ON CONFLICT (key) DO UPDATE SET content = excluded.content, customer = excluded.customer, signed = excluded.signed,
      seen = excluded.seen, expires = excluded.expires, event = excluded.event`,
  row: '(?1, ?2, ?3, ?4, ?5, ?6, ?7)',
}

/** A duplicate waits for the disk too, or its answer would come sooner. It prolongs nothing: a page reloaded all day is new tomorrow. */
const SEE_AGAIN = 'UPDATE repeats SET seen = ?2 WHERE key = ?1'

const FIND_IDS = { sql: `SELECT ${FORGETTABLE} FROM events WHERE id IN (:rows)`, row: '?1' }

const COUNT_TODAY = {
  sql: `INSERT INTO limits (customer, kind, day, events) VALUES :rows
    ON CONFLICT (customer, kind) DO UPDATE SET day = excluded.day,
      events = CASE WHEN limits.day = excluded.day THEN limits.events + 1 ELSE 1 END
    RETURNING customer, events`,
  row: '(?1, ?2, ?3, 1)',
}

/** Most customers have one event: it may go, and nothing has to be arranged. */
const INSERT = {
  sql: `INSERT INTO events (id, kind, list, customer, signed, occurred, received, state, reason, due, mark, mark_until, bytes)
    VALUES :rows RETURNING id, seq, state`,
  row: `(?1, ?2, ?3, ?4, ?5, ?6, ?7, coalesce(?8, CASE WHEN EXISTS (
      SELECT 1 FROM events WHERE customer = ?4 AND state IN ('ready', 'behind')) THEN 'behind' ELSE 'ready' END),
    ?9, ?7, ?10, ?11, ?12)`,
}

const INSERT_PAYLOADS = { sql: 'INSERT INTO payloads (seq, payload) VALUES :rows', row: '(?1, ?2)' }
