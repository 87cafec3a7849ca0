/** Reads events for the operator, one SELECT for each question. Does not change anything. */
import { Email } from '../../../contract/conversion.js'
import type { Event } from '../../../contract/event.js'
import type { Problem } from '../../../contract/said.js'
import { toAnswerLabel } from '../../seal.js'
import { toNumberKey, toOrderKeys, toWho } from '../identity.js'
import { openPayload, openRecord } from '../payload.js'
import { readProblems } from '../problems.js'
import { BLOCKS, OPEN, ofState } from '../schema.js'
import type { Transaction } from '../store/index.js'
import { askRows, dropNulls } from '../store/rows.js'
import { readTries } from '../tries.js'
import { type EventRow, type QueueContext, type Reason, STATES, type State } from '../types.js'

/** Reads the database, and opens its sealed texts. */
export type Reader = Pick<Transaction, 'ask' | 'dialect' | 'nowMs'> & Pick<QueueContext, 'seal' | 'hash'>

/** An event in the operator's view. */
export interface Listed {
  id: string
  kind: Event['kind']
  list?: string
  state: State
  reason?: Reason
  attempts: number
  /** Status of the API's latest answer. */
  status?: number
  occurredMs: number
  receivedMs: number
  /** The time of a waiting event's next try. If another event blocks it, the time of that event's try. */
  nextMs?: number
  /** The id of the event of the same customer that is sent first. */
  behind?: string
  /** The time at which it became a dead letter. */
  diedMs?: number
  /** The time at which the API accepted it, or at which it was deleted. */
  endedMs?: number
  /** The fields that could not be read. */
  problems?: Problem[]
  /** The value of a delivered order, in cents; null if it had none. */
  cents?: number | null
  /** The beginning of the API's answer to a dead letter. Only set if one event is read. */
  answer?: string
  /** The body for the API. Undefined if it is not stored, or if it cannot be opened with any key. */
  body?: Event['body']
}

/** The events that an operator wants to see. Without a state: waiting events and dead letters. */
export interface Filter {
  state?: State
  reason?: Reason
  order?: string
  email?: string
}

/** The place where a page of events ends. */
export type Cursor = [timeMs: number, seq: number]

export interface Page {
  events: Listed[]
  /** The beginning of the next page. Undefined on the last page. */
  next?: Cursor
}

/** An event with its payload, and the event that blocks its line. */
type Row = EventRow & {
  payload: Uint8Array | null
  answer: Uint8Array | null
  ahead: string | null
  aheadDue: number | null
}

/**
 * Reads a page. Waiting events are sorted by arrival, the oldest first. Other states are sorted by the time they began,
 * the latest first.
 */
export async function readPage(reader: Reader, filter: Filter, most: number, after?: Cursor): Promise<Page> {
  const { where, bind, values } = toConditions(filter, reader.hash)
  const byEnd = filter.state !== undefined && filter.state !== 'waiting'
  if (after && byEnd) where.push(`(due < ${bind(after[0])} OR (due = ${bind(after[0])} AND seq < ${bind(after[1])}))`)
  if (after && !byEnd) where.push(`seq > ${bind(after[1])}`)
  const order = byEnd ? 'due DESC, seq DESC' : 'seq'
  const chosen = `SELECT * FROM events WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${bind(most)}`
  const rows = await reader.ask<Row>(toDetails(chosen, byEnd ? 'event.due DESC, event.seq DESC' : 'event.seq'), values)
  const last = rows.length === most ? rows.at(-1) : undefined
  const events = rows.map((row) => toListed(row, reader))
  return { events, ...(last && { next: [last.due, last.seq] satisfies Cursor }) }
}

/** Reads one event that waits or is a dead letter, with the API's answer. */
export async function readOne(reader: Reader, id: string): Promise<Listed | undefined> {
  const [row] = await reader.ask<Row>(toDetails('SELECT * FROM events WHERE id = ?1', 'event.seq'), [id])
  return row && READABLE.includes(row.state) ? toListed(row, reader, true) : undefined
}

const READABLE: State[] = ['waiting', 'dead', 'refused']

function toConditions({ state, reason, order, email }: Filter, hash: Reader['hash']) {
  const values: unknown[] = []
  const bind = (value: unknown) => `?${values.push(value)}`
  const where = [state === undefined || !STATES.includes(state) ? OPEN : ofState(state)]
  if (reason !== undefined) where.push(`reason = ${bind(reason)}`)
  if (email !== undefined) where.push(`who = ${bind(toWho(Email.parse(email), hash))}`)
  if (order !== undefined) {
    const key = toNumberKey(order, hash)
    // behind all characters of base64url
    const isOf = (column: string) => `(${column} >= ${bind(key)} AND ${column} < ${bind(`${key}~`)})`
    where.push(`(${isOf('identity')} OR ${isOf('name')})`)
  }
  return { where, bind, values }
}

/** The first event that blocks a waiting one in its line. */
const AHEAD = `(
  SELECT older.seq FROM events AS older WHERE event.state = 'waiting' AND ${BLOCKS}
  ORDER BY older.occurred, older.seq LIMIT 1)`

/** @param chosen a SELECT of rows of `events` */
const toDetails = (chosen: string, order: string) => `
  SELECT event.*, payload, answer, ahead.id AS ahead,
    CASE WHEN ahead.early = 1 THEN ahead.received ELSE ahead.due END AS "aheadDue"
  FROM (${chosen}) AS event
  LEFT JOIN payloads ON payloads.seq = event.seq
  LEFT JOIN events AS ahead ON ahead.seq = ${AHEAD}
  ORDER BY ${order}`

function toListed(row: Row, { seal, nowMs }: Pick<Reader, 'seal' | 'nowMs'>, withAnswer = false): Listed {
  const { id, kind, list, state, reason, attempts, status, occurred, received, due, early, ahead, aheadDue, cents } =
    row
  const body = row.payload && openPayload(seal, row.payload, id)
  const answer = withAnswer && row.answer && openRecord(seal, row.answer, toAnswerLabel(id))
  const nextMs = aheadDue ?? (early ? Math.min(due, nowMs) : due)
  return {
    ...{ id, kind, state, attempts, occurredMs: occurred, receivedMs: received },
    ...dropNulls({ list: list || null, reason, status: status || null, behind: ahead }),
    ...(kind === 'convert' && state === 'delivered' && { cents }),
    ...(state === 'waiting' ? { nextMs } : state === 'dead' ? { diedMs: due } : { endedMs: due }),
    ...(row.problems !== null && { problems: readProblems(row.problems) }),
    ...(body && { body: JSON.parse(body) }),
    ...(answer && { answer }),
  }
}

/* Where is an order? */

/** The facts about one event or order. */
export type Trace = Listed & {
  /** It has the same number, but another customer than asked for. */
  isOfAnother?: true
}

export type Sought = { id: string } | { order: string; email?: string }

export async function find(reader: Reader, which: Sought): Promise<Trace[]> {
  if ('id' in which) {
    const rows = await reader.ask<Row>(toDetails('SELECT * FROM events WHERE id = ?1', 'event.seq'), [which.id])
    return rows.map((row) => toListed(row, reader, true))
  }
  const [traces = []] = await findOrders(reader, [which])
  return which.email === undefined ? traces : traces.filter(({ isOfAnother }) => !isOfAnother)
}

/** The most events of one number and kind that are read: this customer's, signed ones, refused reports, and others. */
const MOST_OF_ORDER = 10

/**
 * Finds each order: first those of this customer, then those of other customers, and refused reports, which have no
 * customer.
 */
export async function findOrders(reader: Reader, orders: { order: string; email?: string }[]): Promise<Trace[][]> {
  const sought = orders.map(({ order, email }) => {
    const own = email === undefined ? undefined : toOrderKeys(order, Email.parse(email), reader.hash)
    return { key: toNumberKey(order, reader.hash), own }
  })
  const wanted = sought.map(({ key, own }, place) => [place, key, `${key}~`, ...(own ?? ['', ''])])
  const found: Trace[][] = orders.map(() => [])
  for (const row of await askRows<Row & { place: number }>(reader, OF_ORDERS, wanted)) {
    const own = sought[row.place]?.own
    const isOwn = !own || own.includes(row.identity ?? '') || own.includes(row.name ?? '')
    const isOfAnother = !isOwn && row.state !== 'refused'
    found[row.place]?.push({ ...toListed(row, reader, true), ...(isOfAnother && { isOfAnother }) })
  }
  for (const traces of found) traces.sort((a, b) => Number(a.isOfAnother ?? false) - Number(b.isOfAnother ?? false))
  return found
}

/**
 * Anyone can report many orders of one number. So the latest of each kind are read, and none hides another kind.
 *
 * A cross join keeps SQLite from reading all events: it looks up each wanted order (SQLite, "Manual Control Of Query Plans").
 */
const OF_ORDERS = {
  sql: toDetails(
    `WITH wanted (place, low, high, own, named) AS (VALUES :rows),
       keys AS (
         SELECT wanted.*, events.seq AS key FROM wanted CROSS JOIN events WHERE identity >= low AND identity < high
         UNION SELECT wanted.*, events.seq AS key FROM wanted CROSS JOIN events WHERE name >= low AND name < high),
       ranked AS (
         SELECT place, events.*, row_number() OVER (PARTITION BY place, CASE
           WHEN identity IN (own, named) OR name IN (own, named) THEN 0 WHEN signed = 1 THEN 1 WHEN state = 'refused' THEN 2 ELSE 3
         END ORDER BY seq DESC) AS turn
         FROM keys CROSS JOIN events WHERE events.seq = keys.key)
     SELECT * FROM ranked WHERE turn <= ${MOST_OF_ORDER}`,
    'event.place, event.signed DESC, event.seq DESC',
  ),
  row: '(CAST(?1 AS integer), ?2, ?3, ?4, ?5)',
}

/* The latest events, and what happened to one */

/** Reads the latest events: open ones by arrival, and delivered ones by the time of delivery. */
export async function readLatest(reader: Reader, most: number, beforeMs = Number.MAX_SAFE_INTEGER): Promise<Listed[]> {
  const rows = await reader.ask<Row>(LATEST, [beforeMs, most])
  return rows.map((row) => toListed(row, reader))
}

const toLatest = (which: string, time: string, order: string) => `
  SELECT * FROM (
    SELECT *, ${time} AS at FROM events WHERE ${which} AND ${time} < ?1 ORDER BY ${order} LIMIT ?2) AS latest`
const LATEST = toDetails(
  `${toLatest(OPEN, 'received', 'seq DESC')} UNION ALL ${toLatest(ofState('delivered'), 'due', 'due DESC, seq DESC')}
   ORDER BY at DESC, seq DESC LIMIT ?2`,
  'event.at DESC, event.seq DESC',
)

/** One step in the life of an event. */
export interface Step {
  atMs: number
  what: 'accepted' | 'delivered' | 'deleted' | 'duplicate' | Reason
  /** The status of the API's answer. */
  status?: number
}

/** Lists the steps of an event, oldest first. */
export async function readTimeline({ ask }: Reader, id: string): Promise<Step[]> {
  const [event] = await ask<EventRow>('SELECT * FROM events WHERE id = ?1', [id])
  if (!event) return []
  const { state, reason, received, due, status } = event
  const tries = readTries(event.tries).map(
    ([atMs, what, status]): Step => ({ atMs, what, ...(status !== undefined && { status }) }),
  )
  const steps: Step[] = [{ atMs: received, what: 'accepted' }, ...tries]
  if (state === 'refused' && reason) return [{ atMs: received, what: reason }]
  if (state === 'duplicate' || state === 'deleted') return [...steps, { atMs: due, what: state }]
  if (state === 'delivered') return [...steps, { atMs: due, what: state, ...(status && { status }) }]
  return state === 'dead' && reason && tries.at(-1)?.what !== reason ? [...steps, { atMs: due, what: reason }] : steps
}
