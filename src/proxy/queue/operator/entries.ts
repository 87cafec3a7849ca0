/** Reads events for the operator, one SELECT for each question. Does not change anything. */
import type { Conversion } from '../../../contract/conversion.js'
import { toEmail } from '../../../contract/email.js'
import type { Event } from '../../../contract/event.js'
import type { Problem } from '../../../contract/raw.js'
import { toAnswerLabel } from '../../seal.js'
import { toNumberKey, toOrderIdentity, toWho } from '../identity.js'
import { openRecord, toBody } from '../payload.js'
import { readProblems } from '../problems.js'
import { DEAD, STOPPED, WAITS } from '../schema.js'
import type { Transaction } from '../store/index.js'
import { askRows, dropNulls } from '../store/rows.js'
import { readTries } from '../tries.js'
import { type EventRow, type QueueContext, type Reason, STATES, type State, toKind } from '../types.js'

/** Reads the database, and opens its sealed texts. */
export type Reader = Pick<Transaction, 'ask' | 'dialect' | 'nowMs'> & Pick<QueueContext, 'seal' | 'hash'>

/** An event in the operator's view. */
export interface Entry {
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
  /** The time of a waiting event's next attempt. */
  nextMs?: number
  /** The time at which it became a dead letter. */
  deathMs?: number
  /** The time at which the API accepted it. */
  endMs?: number
  /** The fields that could not be read. */
  problems?: Problem[]
  /** The value of a delivered order, in cents; null if it had none. */
  cents?: number | null
  /** The beginning of the API's answer to a dead letter. Only set if one event is read. */
  answer?: string
  /** The body for the API. Undefined if it is not stored, or if no key opens it. A refused report has only its number. */
  body?: Event['body'] | Pick<Conversion, 'cart_data'>
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
  events: Entry[]
  /** The beginning of the next page. Undefined on the last page. */
  next?: Cursor
}

/** An event with its payload. */
type Row = EventRow & { payload: Uint8Array | null; answer: Uint8Array | null }

/** The condition for each state, in the words of the indexes. */
const CONDITIONS: Record<State, string> = {
  waiting: WAITS,
  delivered: "state = 'delivered'",
  dead: DEAD,
  refused: `state = 'refused' AND ${STOPPED}`,
}

/** Dead letters and refused reports begin with the latest. Delivered events begin with the latest arrival. */
const toOrder = (state: State | undefined) =>
  state === 'dead' || state === 'refused' ? 'due DESC, seq DESC' : state === 'delivered' ? 'seq DESC' : 'seq'

/** Reads a page of events. Waiting events are sorted by arrival, the oldest first. */
export async function readPage(reader: Reader, filter: Filter, most: number, after?: Cursor): Promise<Page> {
  const { where, bind, values } = toConditions(filter, reader.hash)
  const order = toOrder(filter.state)
  if (after) {
    const [due, seq] = after
    const bound = bind(seq)
    if (order === 'seq') where.push(`seq > ${bound}`)
    else if (order === 'seq DESC') where.push(`seq < ${bound}`)
    else where.push(`(due < ${bind(due)} OR (due = ${bind(due)} AND seq < ${bound}))`)
  }
  const page = `SELECT * FROM events WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT ${bind(most)}`
  const rows = await reader.ask<Row>(toDetails(page, order), values)
  const last = rows.length === most ? rows.at(-1) : undefined
  const events = rows.map((row) => toEntry(row, reader))
  return { events, ...(last && { next: [last.due, last.seq] satisfies Cursor }) }
}

function toConditions({ state, reason, order, email }: Filter, hash: Reader['hash']) {
  const values: unknown[] = []
  const bind = (value: unknown) => `?${values.push(value)}`
  const isState = state !== undefined && STATES.includes(state)
  const where = [isState ? CONDITIONS[state] : "state IN ('waiting', 'dead')"]
  if (reason !== undefined) where.push(`reason = ${bind(reason)}`)
  if (email !== undefined) where.push(`who = ${bind(toWho(toEmail(email) ?? email, hash))}`)
  if (order !== undefined) {
    const key = toNumberKey(order, hash)
    // `~` follows all characters of base64url.
    const isOf = (column: string) => `(${column} >= ${bind(key)} AND ${column} < ${bind(`${key}~`)})`
    where.push(`(${isOf('identity')} OR ${isOf('name')})`)
  }
  return { where, bind, values }
}

/** Reads one event that has a payload, with the API's answer. */
export async function readOne(reader: Reader, id: string): Promise<Entry | undefined> {
  const [row] = await reader.ask<Row>(toDetails('SELECT * FROM events WHERE id = ?1', 'seq'), [id])
  return row && row.state !== 'delivered' ? toEntry(row, reader, true) : undefined
}

/** @param page a SELECT of rows of `events` */
const toDetails = (page: string, order: string) => `
  SELECT event.*, payload, answer FROM (${page}) AS event LEFT JOIN payloads ON payloads.seq = event.seq
  ORDER BY ${order.replace(/\b(due|seq|place|signed|rank|state)\b/g, 'event.$1')}`

function toEntry(row: Row, { seal }: Pick<Reader, 'seal'>, withAnswer = false): Entry {
  const { id, list, state, reason, attempts, status, occurred, received, due, cents } = row
  const kind = toKind(row)
  const text = row.payload && openRecord(seal, row.payload, id)
  const answer = withAnswer && row.answer && openRecord(seal, row.answer, toAnswerLabel(id))
  const time = state === 'waiting' ? { nextMs: due } : state === 'dead' ? { deathMs: due } : { endMs: due }
  return {
    id,
    kind,
    state,
    attempts,
    occurredMs: occurred,
    receivedMs: received,
    ...time,
    ...dropNulls({ list: list || null, reason, status: status || null }),
    ...(kind === 'convert' && state === 'delivered' && { cents }),
    ...(row.problems !== null && { problems: readProblems(row.problems) }),
    ...(text && { body: toShownBody(text, row) }),
    ...(answer && { answer }),
  }
}

function toShownBody(text: string, { state, name }: EventRow): NonNullable<Entry['body']> {
  const body = JSON.parse(toBody(text, name !== null, false))
  return state === 'refused' ? { cart_data: body } : body
}

/* Where is an order? */

/** The facts about one event or order. */
export type Trace = Entry & {
  /** It has the same number, but another customer than asked for. */
  isOfAnother?: true
  /** The number of refused reports of the order, which this entry counts. */
  reports?: number
}

export type Search = { id: string } | { order: string; email?: string }

/** Finds an event by its id, or the events of an order, delivered ones first. */
export async function find(reader: Reader, search: Search): Promise<Trace[]> {
  if ('id' in search) {
    const rows = await reader.ask<Row>(toDetails('SELECT * FROM events WHERE id = ?1', 'seq'), [search.id])
    return rows.map((row) => toEntry(row, reader, true))
  }
  const [traces = []] = await findOrders(reader, [search])
  return search.email === undefined ? traces : traces.filter(({ isOfAnother }) => !isOfAnother)
}

/** The most events of one number and kind that are read: this customer's, signed ones, and others. */
const MOST_OF_ORDER = 10

/**
 * Finds each order: first the events of this customer, then those of other customers and refused reports, which have no
 * customer. The refused reports of a number are one trace.
 */
export async function findOrders(reader: Reader, orders: { order: string; email?: string }[]): Promise<Trace[][]> {
  const lookups = orders.map(({ order, email }, place) => {
    const key = toNumberKey(order, reader.hash)
    const own = email === undefined ? '' : toOrderIdentity(order, toEmail(email) ?? email, reader.hash)
    return [place, key, `${key}~`, own] as const
  })
  const traces: Trace[][] = orders.map(() => [])
  const rows = await askRows<Row & { place: number; size: number }>(
    reader,
    OF_ORDERS,
    lookups.map((values) => [...values]),
  )
  for (const row of rows) {
    const own = lookups[row.place]?.[3]
    const isOwn = !own || row.identity === own || row.name === own
    const isOfAnother = !isOwn && row.state !== 'refused'
    const trace: Trace = { ...toEntry(row, reader, true), ...(isOfAnother && { isOfAnother }) }
    traces[row.place]?.push(row.state === 'refused' ? { ...trace, reports: Number(row.size) } : trace)
  }
  return traces
}

/**
 * Anyone can report many orders of one number. So the latest of each kind are read, and none hides another kind.
 *
 * A cross join keeps SQLite from reading all events: it looks up each order (SQLite, "Manual Control Of Query Plans").
 */
const OF_ORDERS = {
  sql: toDetails(
    `WITH lookups (place, low, high, own) AS (VALUES :rows),
       keys AS (
         SELECT lookups.*, events.seq AS key FROM lookups CROSS JOIN events WHERE identity >= low AND identity < high
         UNION SELECT lookups.*, events.seq AS key FROM lookups CROSS JOIN events WHERE name >= low AND name < high),
       kinds AS (
         SELECT place, events.*, CASE
           WHEN state = 'refused' THEN 3 WHEN own IN (identity, coalesce(name, '-')) THEN 0 WHEN signed = 1 THEN 1 ELSE 2
         END AS rank FROM keys CROSS JOIN events WHERE events.seq = keys.key),
       numbered AS (
         SELECT kinds.*, row_number() OVER (PARTITION BY place, rank ORDER BY seq DESC) AS turn,
           count(*) OVER (PARTITION BY place, rank) AS size FROM kinds)
     SELECT * FROM numbered WHERE turn <= CASE rank WHEN 3 THEN 1 ELSE ${MOST_OF_ORDER} END`,
    "place, CASE WHEN rank = 0 THEN 0 ELSE 1 END, CASE state WHEN 'delivered' THEN 0 WHEN 'refused' THEN 2 ELSE 1 END, signed DESC, seq DESC",
  ),
  row: '(CAST(?1 AS integer), ?2, ?3, ?4)',
}

/* The latest events, and what happened to one */

/** Reads the latest events, by arrival. Refused reports have a list of their own. */
export async function readLatest(reader: Reader, most: number, beforeMs = Number.MAX_SAFE_INTEGER): Promise<Entry[]> {
  const page = "SELECT * FROM events WHERE state <> 'refused' AND received < ?1 ORDER BY seq DESC LIMIT ?2"
  const rows = await reader.ask<Row>(toDetails(page, 'seq DESC'), [beforeMs, most])
  return rows.map((row) => toEntry(row, reader))
}

/** One step in the life of an event. */
export interface Step {
  atMs: number
  what: 'accepted' | 'delivered' | Reason
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
  if (state === 'delivered') return [...steps, { atMs: due, what: state, ...(status && { status }) }]
  return state === 'dead' && reason && tries.at(-1)?.what !== reason ? [...steps, { atMs: due, what: reason }] : steps
}
