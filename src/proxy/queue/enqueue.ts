/** Stores events that arrive, many in one transaction, or recognises them as duplicates. */
import { randomUUID } from 'node:crypto'
import { isTestAddress } from '../../contract/test-order.js'
import { MAX_AGE_MS } from './claim.js'
import { completeFromReports, readOrder, type Total } from './complete.js'
import {
  DAY_MS,
  ID_KEPT_MS,
  toIdentity,
  toKnownMs,
  toNameKey,
  toNetwork,
  toNumberKeys,
  toRowMs,
  toWho,
} from './identity.js'
import { mergeOrders } from './merge.js'
import { toProblemText } from './problems.js'
import { OVER } from './schema.js'
import { askRows } from './store/rows.js'
import type {
  Accepted,
  DailyBounds,
  EventRow,
  IncomingEvent,
  QueueContext,
  Reason,
  State,
  Transition,
} from './types.js'

/**
 * A day's limit for one e-mail in all, as a multiple of the limit for one e-mail and network. Beyond it, each network
 * still has this part of its own limit, so a stranger with many addresses cannot use up a customer's day.
 */
const ALL_NETWORKS = 10

type Context = Pick<QueueContext, 'seal' | 'hash' | 'claims'> & { most: DailyBounds }

/** The facts about an event that are known before the transaction. */
export type Prepared = ReturnType<typeof prepareEvent>

export function prepareEvent(event: IncomingEvent, { seal, hash }: Pick<Context, 'seal' | 'hash'>) {
  const { id, kind, signed, isNoisy = false, network, ageMs, body, problems, name, from = 'page' } = event
  const isTest = isTestAddress(body.email)
  const order = event.kind === 'convert' ? event.body.cart_data : undefined
  const number = order?.order_number || undefined
  const identity = toIdentity(event, hash)
  const text = JSON.stringify(body)
  return {
    row: {
      ...{ id, kind, list: event.kind === 'addToList' ? event.list : '', who: toWho(body.email, hash) },
      ...{ signed: Number(signed), noisy: Number(isNoisy), network: toNetwork(network, hash) },
      ...{ identity: identity.key as string | null, content: identity.content },
      name: name === undefined ? null : toNameKey(name, body.email, hash),
      cents: order?.cart_value ?? null,
      sources: isTest ? null : from.charAt(0),
      problems: toProblemText(problems),
    },
    /** The keys of refused reports of this order. */
    numbers: signed ? toNumberKeys([number, name], hash) : [],
    /** The order's total, which proves a report's cart. */
    total: { cents: order?.cart_value } as Total,
    /** The shop's book completes it. It names the customer, but the order's place in the line follows from its time. */
    isBooked: false,
    keptMs: identity.keptMs,
    ageMs,
    isTest,
    text,
    payload: seal.seal(text, id),
  }
}

/** @returns the result of each event, in their order */
export async function enqueueAll(step: Transition, events: Prepared[], context: Context): Promise<Accepted[]> {
  const outcomes = new Map<Prepared, Accepted>()
  for (const round of toRounds(events)) {
    const known = await readKnown(step, round)
    const placed = new Map<Prepared, Prepared>()
    for (const event of round) {
      const place = await findPlace(step, event, known, context)
      if (typeof place === 'string') outcomes.set(event, place)
      else placed.set(event, place)
    }
    const ends = await insertNew(step, [...placed.values()], context)
    for (const [event, place] of placed) outcomes.set(event, ends.get(place) === 'limited' ? 'limited' : 'new')
  }
  return events.map((event) => outcomes.get(event) ?? 'duplicate')
}

/**
 * Splits the events into rounds with one event of each customer and id, because a statement cannot compare two of its
 * own rows.
 */
function toRounds(events: Prepared[]): Prepared[][] {
  const rounds: Prepared[][] = []
  const next = new Map<string, number>()
  for (const event of events) {
    const { who, id } = event.row
    const round = Math.max(next.get(who) ?? 0, next.get(id) ?? 0)
    next.set(who, round + 1)
    next.set(id, round + 1)
    rounds[round] = [...(rounds[round] ?? []), event]
  }
  return rounds
}

/* Duplicates */

const KNOWN = ['seq', 'id', 'kind', 'state', 'signed', 'noisy', 'received', 'until', 'identity', 'content'] as const
const MORE = ['sources', 'bytes', 'leased_until', 'occurred', 'cents'] as const
type KnownRow = Pick<EventRow, (typeof KNOWN)[number] | (typeof MORE)[number]>

interface Known {
  ids: Map<string, KnownRow>
  /** Earlier events by identity, and refused reports by the key of their number, the latest first. */
  identities: Map<string, KnownRow[]>
}

async function readKnown(step: Transition, events: Prepared[]): Promise<Known> {
  const ids = await askRows<KnownRow>(
    step,
    BY_ID,
    events.map(({ row }) => [row.id]),
  )
  const keys = events.flatMap(({ row, numbers }) => [row.identity, ...numbers].map((key) => [key]))
  const identities = new Map<string, KnownRow[]>()
  for (const row of (await askRows<KnownRow>(step, BY_IDENTITY, keys)).sort((a, b) => b.seq - a.seq)) {
    const key = row.identity ?? ''
    identities.set(key, [...(identities.get(key) ?? []), row])
  }
  return { ids: new Map(ids.map((row) => [row.id, row])), identities }
}

const BY_ID = { sql: `SELECT ${[...KNOWN, ...MORE]} FROM events WHERE id IN (:rows)`, row: '?1' }
const BY_IDENTITY = { sql: `SELECT ${[...KNOWN, ...MORE]} FROM events WHERE identity IN (:rows)`, row: '?1' }

/** @returns the event as it will be stored, or the reason why it is not stored */
async function findPlace(step: Transition, event: Prepared, known: Known, context: Context) {
  const { row, keptMs, ageMs } = event
  const sameId = await readSameId(step, known.ids.get(row.id))
  if (sameId && sameId.signed >= row.signed) return see(step, sameId, '')
  const earlier = known.identities.get(row.identity ?? '') ?? []
  const [latest] = earlier
  const isKnown = latest && latest.received > step.nowMs - toKnownMs(keptMs, latest)
  // A signed event is never a duplicate of an unsigned one, so a stranger cannot block it.
  if (isKnown && latest.content === row.content && latest.signed >= row.signed) {
    if (!sameId) await insert(step, [toEnded(event, 'duplicate', step.nowMs)])
    return see(step, latest, row.sources ?? '')
  }
  if (!row.signed && ageMs >= MAX_AGE_MS[row.kind]) {
    // A dead letter could push out others, so the event is deleted.
    await insert(step, [toEnded(event, 'deleted', step.nowMs)])
    step.tell({ event: 'too_late', id: row.id, kind: row.kind, reason: 'expired' })
    return 'late'
  }
  return row.signed ? replace(step, event, { sameId, earlier, known }, context) : event
}

/** Reads the row with this id, unless its time is over or it was a refused report. */
async function readSameId(step: Transition, row: KnownRow | undefined) {
  if (row?.state === 'refused') await retire(step, row, randomUUID()) // now it can be read
  const isOver = row && OVER.includes(row.state) && row.until <= step.nowMs
  if (isOver) await step.ask('DELETE FROM events WHERE seq = ?1', [row.seq])
  return isOver || row?.state === 'refused' ? undefined : row
}

/**
 * Notes the source of the report. A duplicate waits for the disk as a new event does, because otherwise its answer
 * would come sooner.
 */
async function see({ ask }: Transition, { seq, sources }: KnownRow, letter: string): Promise<'duplicate'> {
  await ask('UPDATE events SET sources = ?2 WHERE seq = ?1', [seq, addSources(sources, letter)])
  return 'duplicate'
}

const addSources = (sources: string | null, letters: string) =>
  [...new Set(`${sources ?? ''}${letters}`)].join('') || null

interface Earlier {
  sameId: KnownRow | undefined
  earlier: KnownRow[]
  known: Known
}

/** Replaces unsigned events of this order or id with the signed event. Adds the data that only a page knows. */
async function replace(step: Transition, event: Prepared, { sameId, earlier, known }: Earlier, context: Context) {
  const { row } = event
  // Another order has used the id, and stays. The row of a duplicate gives up its id.
  const isOther = sameId !== undefined && sameId.identity !== null && sameId.identity !== row.identity
  const own = sameId && !isOther ? sameId : undefined
  const id = isOther ? randomUUID() : row.id
  const sources = earlier.reduce((all, each) => addSources(all, each.sources ?? ''), row.sources)
  let text = event.text
  for (const each of earlier) {
    const isFree = !context.claims.has(each.id) && each.leased_until <= step.nowMs
    const isReplaced = each.state === 'waiting' && each.signed === 0 && isFree
    const page = isReplaced && row.kind === 'convert' && (await readOrder(step, each, context.seal))
    if (page) text = JSON.stringify(mergeOrders(JSON.parse(text), page))
    if (isReplaced && each.seq !== own?.seq) await retire(step, each)
    else if (each.sources) await step.ask('UPDATE events SET sources = NULL WHERE seq = ?1', [each.seq]) // counted once
  }
  text = await addReports(step, event, text, known, context)
  if (own) await retire(step, own, randomUUID())
  if (id === row.id && text === event.text) return { ...event, row: { ...row, sources } }
  const cents = row.kind === 'convert' ? (JSON.parse(text).cart_data?.cart_value ?? null) : null
  return { ...event, row: { ...row, id, sources, cents }, text, payload: context.seal.seal(text, id) }
}

/** Adds the cart of refused reports of a signed order's number. */
async function addReports(
  step: Transition,
  { numbers, total }: Prepared,
  text: string,
  known: Known,
  context: Context,
) {
  const rows = numbers.flatMap((key) => known.identities.get(key) ?? [])
  const reports = rows.filter(({ state }) => state === 'refused').sort((a, b) => a.seq - b.seq)
  if (reports.length === 0) return text
  return JSON.stringify(await completeFromReports(step, JSON.parse(text), total, reports, context))
}

/** Ends an event that another event has replaced. If the other event takes its id, this row gets another id. */
async function retire(step: Transition, row: KnownRow, id = row.id) {
  await step.ask('DELETE FROM payloads WHERE seq = ?1', [row.seq])
  await step.ask(RETIRE, [row.seq, step.nowMs, id])
  if (row.state === 'waiting') step.count(-1, row)
}

const RETIRE = `
  UPDATE events SET state = CASE WHEN state = 'delivered' THEN state ELSE 'duplicate' END, id = ?3, reason = NULL,
    due = CASE WHEN state = 'delivered' THEN due ELSE ?2 END,
    until = CASE WHEN state = 'delivered' THEN until ELSE ?2 + ${ID_KEPT_MS} END,
    identity = NULL, name = NULL, sources = NULL, detached = 0, early = 0, lease = '', leased_until = 0, bytes = 0
  WHERE seq = ?1`

/* Writing */

/** Stores new events. @returns the reasons of the events that become dead letters at once */
async function insertNew(step: Transition, events: Prepared[], { most }: Context): Promise<Map<Prepared, Reason>> {
  const ends = await findEnds(step, events, most)
  const rows = events.map((event) => {
    const reason = ends.get(event) ?? null
    const row = toRow(event, step.nowMs, { state: reason ? 'dead' : 'waiting', reason, bytes: event.payload.length })
    return reason === 'limited' ? { ...row, sources: null } : row
  })
  const seqs = new Map((await insert(step, rows)).map(({ id, seq }) => [id, seq]))
  const payloads = events.map(({ row, payload }) => [seqs.get(row.id), payload])
  await askRows(step, INSERT_PAYLOADS, payloads)
  for (const event of events) {
    const { id, kind, signed, noisy } = event.row
    const reason = ends.get(event)
    if (!reason) step.count(1, { signed, noisy, bytes: event.payload.length })
    else step.tell({ event: 'dead_letter', id, kind, reason })
  }
  if (ends.size > 0) step.hasDied = true
  await bringForward(
    step,
    events.filter((event) => !ends.has(event)),
  )
  return ends
}

/** Finds events that must not be sent: events over a customer's daily limit, and orders older than a delivered one. */
async function findEnds({ ask, dialect, nowMs }: Transition, events: Prepared[], most: DailyBounds) {
  const rows = events.map(({ row, ageMs, isBooked }, place) => {
    const { who, kind, network } = row
    const signed = isBooked ? 0 : row.signed // any later order overtakes an order of the book
    return [place, who, kind, network, signed, Math.round(nowMs - ageMs), Math.floor(nowMs / DAY_MS) * DAY_MS]
  })
  const ends = new Map<Prepared, Reason>()
  for (const { place, here, all, overtaken } of await askRows<History>({ ask, dialect }, HISTORY, rows)) {
    const event = events[place]
    if (!event) continue
    const { kind, signed } = event.row
    const ofDay = kind === 'convert' ? most.dailyConversions : most.dailySignUps
    const limit = all >= ofDay * ALL_NETWORKS ? Math.ceil(ofDay / ALL_NETWORKS) : ofDay
    if (!signed && here >= limit) ends.set(event, 'limited')
    else if (overtaken) ends.set(event, 'overtaken')
  }
  return ends
}

interface History {
  place: number
  /**
   * Unsigned events of the customer today, from this network and in all. Those over a limit do not count. Otherwise a
   * stranger's flood from one network would use up the limit of all networks.
   */
  here: number
  all: number
  /** 1: a later order of the customer was delivered. Only a signed order overtakes a signed one. */
  overtaken: number
}

const TODAY = `
  SELECT count(*) FROM events AS today
  WHERE today.who = given.who AND today.kind = given.kind AND today.received >= given.day AND today.signed = 0
    AND today.state NOT IN ('duplicate', 'deleted') AND coalesce(today.reason, '') <> 'limited'`
const HISTORY = {
  sql: `WITH given (place, who, kind, network, signed, occurred, day) AS (VALUES :rows)
    SELECT place, (${TODAY} AND today.network = given.network) AS here, (${TODAY}) AS "all",
      CASE WHEN given.kind = 'convert' AND EXISTS (
        SELECT 1 FROM events AS later
        WHERE later.who = given.who AND later.kind = 'convert' AND later.received > given.occurred
          AND later.occurred > given.occurred AND later.signed >= given.signed AND later.state = 'delivered'
      ) THEN 1 ELSE 0 END AS overtaken
    FROM given`,
  row: `(CAST(?1 AS integer), ?2, ?3, ?4, CAST(?5 AS integer), CAST(?6 AS bigint), CAST(?7 AS bigint))`,
}

type NewRow = Prepared['row'] & Pick<EventRow, 'occurred' | 'received' | 'state' | 'reason' | 'due' | 'until' | 'bytes'>

function toRow(
  { row, ageMs, keptMs }: Prepared,
  nowMs: number,
  state: Pick<EventRow, 'state' | 'reason' | 'bytes'>,
): NewRow {
  const times = {
    occurred: Math.round(nowMs - ageMs),
    received: nowMs,
    due: nowMs,
    until: nowMs + toRowMs(keptMs, row),
  }
  return { ...row, ...times, ...state }
}

/**
 * Makes the row of an event that is not sent: a duplicate, or one that arrived too late. It contains only id and
 * customer.
 */
function toEnded(event: Prepared, state: Extract<State, 'duplicate' | 'deleted'>, nowMs: number): NewRow {
  const row = { ...event.row, identity: null, content: '', name: null, cents: null, sources: null }
  return toRow({ ...event, row, keptMs: 0 }, nowMs, { state, reason: null, bytes: 0 })
}

const INSERTED = [
  ...(['id', 'kind', 'list', 'who', 'signed', 'noisy', 'network', 'occurred', 'received', 'state', 'reason'] as const),
  ...(['due', 'until', 'identity', 'content', 'name', 'cents', 'sources', 'problems', 'bytes'] as const),
]

export const insert = (step: Pick<Transition, 'ask' | 'dialect'>, rows: NewRow[]) =>
  askRows<Pick<EventRow, 'id' | 'seq'>>(
    step,
    INSERT,
    rows.map((row) => INSERTED.map((name) => row[name])),
  )

const INSERT = {
  sql: `INSERT INTO events (${INSERTED}) VALUES :rows RETURNING id, seq`,
  row: `(${INSERTED.map((_, place) => `?${place + 1}`)})`,
}

export const INSERT_PAYLOADS = { sql: 'INSERT INTO payloads (seq, payload) VALUES :rows', row: '(?1, ?2)' }

/** Tries the first older detached event of each line once more, before the new event. */
const bringForward = (step: Transition, events: Prepared[]) =>
  askRows(
    step,
    BRING_FORWARD,
    events.map(({ row, ageMs }) => [row.who, row.list, row.signed, Math.round(step.nowMs - ageMs)]),
  )

const BRING_FORWARD = {
  sql: `WITH given (who, list, signed, occurred) AS (VALUES :rows)
    UPDATE events SET early = 1 FROM (
      SELECT (
        SELECT seq FROM events AS other
        WHERE other.who = given.who AND other.list = given.list AND other.state = 'waiting' AND other.detached = 1
          AND other.signed >= given.signed AND other.occurred <= given.occurred
        ORDER BY other.occurred, seq LIMIT 1) AS seq
      FROM given) AS first_detached
    WHERE events.seq = first_detached.seq`,
  row: '(?1, ?2, CAST(?3 AS integer), CAST(?4 AS bigint))',
}
