/** Stores events and refused reports that arrive, many in one transaction, or recognises them as duplicates. */
import { randomUUID } from 'node:crypto'
import { isTestAddress } from '../../contract/test-order.js'
import { readErased } from './erase.js'
import { readNumberKey, SAME_NAME_MS, toIdentity, toNetwork, toNumberKey, toOrderIdentity, toWho } from './identity.js'
import { toStoredText } from './payload.js'
import { toProblemText } from './problems.js'
import { askRows } from './store/rows.js'
import {
  COMMON_COLUMNS,
  type EventRow,
  type IncomingEvent,
  type QueueContext,
  QueueFullError,
  type RefusedReport,
  type Transition,
  type Weight,
} from './types.js'

/** A webhook's order waits for this time, so that the page's report with its richer cart goes first. */
const WEBHOOK_WAITS_MS = 60_000
/** Two orders without a number that happened within this time are one: its thank-you page was loaded again. */
const SAME_CART_MS = 30 * 60_000

/** The problem of an order without items. */
const NO_ITEMS = { field: 'cart_items', code: 'missing' }

/** An event before its transaction. */
export type Arrival = ReturnType<typeof prepareEvent>

export function prepareEvent(event: IncomingEvent, { seal, hash }: Pick<QueueContext, 'seal' | 'hash'>) {
  const { id, kind, signed, network, ageMs, body, problems = [], name, from = 'page' } = event
  const order = kind === 'convert' ? body : undefined
  const hasNumber = Boolean(order?.cart_data?.order_number)
  const hasItems = Boolean(order?.cart_items?.length)
  const text = toStoredText(body, name)
  const payload = seal.seal(text, id)
  const row = {
    id,
    list: kind === 'addToList' ? event.list : '',
    who: toWho(body.email, hash),
    signed: Number(signed),
    network: toNetwork(network, hash),
    state: 'waiting' as const,
    reason: null,
    identity: toIdentity(event, hash),
    name: name === undefined ? null : toOrderIdentity(name, body.email, hash),
    cents: order?.cart_data?.cart_value ?? null,
    sources: isTestAddress(body.email) ? null : from.charAt(0),
    problems: toProblemText([...problems, ...(order && !hasItems ? [NO_ITEMS] : [])]),
    bytes: payload.length,
  }
  return { row, text, payload, ageMs, hasNumber, isPage: from === 'page', isWebhook: from === 'webhook' }
}

export type ReportArrival = ReturnType<typeof prepareReport>

/** A refused report has no customer and no cart. Its number is sealed. */
export function prepareReport(report: RefusedReport, { seal, hash }: Pick<QueueContext, 'seal' | 'hash'>) {
  const { id, kind, reason, ageMs, network, problems, number } = report
  const payload = number === undefined ? undefined : seal.seal(JSON.stringify({ order_number: number }), id)
  const row = {
    id,
    list: kind === 'addToList' ? report.list : '',
    who: '',
    signed: 0,
    network: toNetwork(network, hash),
    state: 'refused' as const,
    reason,
    identity: number === undefined ? null : toNumberKey(number, hash),
    name: null,
    cents: null,
    sources: null,
    problems: toProblemText(problems),
    bytes: payload?.length ?? 0,
  }
  return { row, payload, ageMs, isWebhook: false }
}

/** @returns the result of each event, in their order */
export async function enqueueAll(
  step: Transition,
  arrivals: Arrival[],
  seal: QueueContext['seal'],
): Promise<('new' | 'duplicate' | QueueFullError)[]> {
  if (arrivals.length === 0) return []
  const earlier = await readEarlier(step, arrivals)
  const erasures = await readErased(
    step,
    arrivals.flatMap((arrival) => (arrival.isWebhook ? toNames(arrival) : [])),
  )
  const rows: NewRow[] = []
  const payloads = new Map<string, Buffer>()
  const results: ('new' | 'duplicate' | QueueFullError)[] = []
  for (const arrival of arrivals) {
    const { row, text, payload } = arrival
    // Duplicates need room too. Otherwise a full queue would reveal which events it knows.
    if (!step.room.has(row)) {
      results.push(new QueueFullError())
      continue
    }
    for (const report of earlier.takeReports(arrival)) await forget(step, report)
    const isErased = arrival.isWebhook && toNames(arrival).some((key) => erasures.has(key))
    const isDuplicate = isErased || isKnown(arrival, earlier, step.nowMs)
    const sources = await noteSource(step, row.sources, earlier.twins(arrival))
    results.push(isDuplicate ? 'duplicate' : 'new')
    if (isDuplicate) continue
    // An unsigned event may have the id. The seal belongs to the id.
    const isTaken = earlier.withId(row.id) !== undefined
    const stored = { ...toRow(arrival, step), id: isTaken ? randomUUID() : row.id, sources }
    rows.push(stored)
    payloads.set(stored.id, isTaken ? seal.seal(text, stored.id) : payload)
    earlier.add(stored)
    step.room.add(stored)
  }
  await insert(step, rows, payloads)
  return results
}

/** Stores refused reports. Skips a report of an order that the ledger has. */
export async function refuseAll(step: Transition, reports: ReportArrival[]) {
  for (const report of reports) {
    const { row, payload } = report
    const rows = await step.ask(SAME_ID_OR_NUMBER, [row.id, row.identity ?? '!', row.network])
    if (rows.length > 0) continue
    await insert(step, [toRow(report, step)], new Map(payload ? [[row.id, payload]] : []))
    step.room.add(row)
  }
}

/**
 * A stranger's order of the number does not hide a report. An order's identity begins with the key of its number. `!` precedes and `~`
 * follows all characters of base64url.
 */
const IS_TRUSTED = '(signed = 1 OR network = ?3)'
const SAME_ID_OR_NUMBER = `
  SELECT seq FROM events WHERE id = ?1
  UNION ALL SELECT seq FROM events WHERE identity > ?2 AND identity < ?2 || '~' AND ${IS_TRUSTED}
  UNION ALL SELECT seq FROM events WHERE name > ?2 AND name < ?2 || '~' AND ${IS_TRUSTED}`

/* Duplicates */

const EARLIER_COLUMNS = [...COMMON_COLUMNS, 'seq', 'state', 'due', 'received', 'identity', 'cents', 'sources'] as const
/** A row of the ledger, or one of this batch, which has no `seq` yet. */
type EarlierRow = Omit<Pick<EventRow, (typeof EARLIER_COLUMNS)[number]>, 'seq'> & { seq?: number }

type Earlier = Awaited<ReturnType<typeof readEarlier>>

/** Reads the rows that these arrivals may repeat, and the refused reports that they end. */
async function readEarlier(step: Transition, arrivals: Arrival[]) {
  const ids = new Map<string, EarlierRow>()
  const keys = new Map<string, EarlierRow[]>()
  const latest = new Map<string, EarlierRow>()

  function addOrder(row: EarlierRow) {
    for (const key of [row.identity, row.name]) if (key !== null) keys.set(key, [...(keys.get(key) ?? []), row])
  }
  const orders = arrivals.filter(({ row }) => row.list === '')
  const signUps = arrivals.filter(({ row }) => row.list !== '')
  const orderKeys = orders.flatMap((order) => [...toNames(order), ...toNumberKeys(order)])
  for (const row of await askRows<EarlierRow>(step, BY_ID, toUnique(arrivals.map(({ row }) => row.id)))) {
    ids.set(row.id, row)
  }
  for (const row of await askRows<EarlierRow>(step, BY_KEY, toUnique(orderKeys))) addOrder(row)
  const lines = new Map(signUps.map(({ row }) => [toLine(row), [row.who, row.list]]))
  for (const row of await askRows<EarlierRow>(step, LATEST, [...lines.values()])) latest.set(toLine(row), row)

  return {
    withId: (id: string) => ids.get(id),
    latestSignUp: (row: Arrival['row']) => latest.get(toLine(row)),
    /**
     * The other rows of an order. A second name is the platform's. It counts next to a page's report, and within some days: shops reuse
     * small numbers.
     */
    twins(arrival: Arrival): EarlierRow[] {
      const { identity, name } = arrival.row
      const occurredMs = step.nowMs - arrival.ageMs
      const all = arrival.row.list === '' ? toNames(arrival).flatMap((key) => keys.get(key) ?? []) : []
      const isNearby = ({ received }: EarlierRow) => received > step.nowMs - SAME_NAME_MS
      const isSame = (other: EarlierRow) => (name === null) !== (other.name === null) && isNearby(other)
      return [...new Set(all)].filter((other) => {
        if (other.identity !== identity) return isSame(other)
        return arrival.hasNumber || Math.abs(occurredMs - other.occurred) < SAME_CART_MS
      })
    },
    /** Takes out the refused reports of the arrival's id, and those of its numbers that its network has sent, or all if it is signed. */
    takeReports(arrival: Arrival): EarlierRow[] {
      const sameId = ids.get(arrival.row.id)
      const { signed, network } = arrival.row
      const isEnded = (report: EarlierRow) => signed === 1 || report.network === network
      const reports = toNumberKeys(arrival).flatMap((key) => (keys.get(key) ?? []).filter(isEnded))
      for (const key of toNumberKeys(arrival))
        keys.set(
          key,
          (keys.get(key) ?? []).filter((each) => !isEnded(each)),
        )
      if (sameId?.state !== 'refused') return reports
      ids.delete(sameId.id)
      return [...new Set([...reports, sameId])]
    },
    add(row: EarlierRow) {
      ids.set(row.id, row)
      if (row.list === '') addOrder(row)
      else latest.set(toLine(row), row)
    },
  }
}

const toLine = ({ who, list }: Pick<EventRow, 'who' | 'list'>) => `${who} ${list}`
const toNames = ({ row }: Arrival) => (row.name === null ? [row.identity] : [row.identity, row.name])
const toNumberKeys = (arrival: Arrival) => (arrival.hasNumber ? toNames(arrival).map(readNumberKey) : [])
const toUnique = (values: string[]) => [...new Set(values)].map((value) => [value])

const BY_ID = { sql: `SELECT ${EARLIER_COLUMNS} FROM events WHERE id IN (:rows)`, row: '?1' }
const BY_KEY = {
  sql: `SELECT ${EARLIER_COLUMNS} FROM events WHERE identity IN (:rows)
    UNION SELECT ${EARLIER_COLUMNS} FROM events WHERE name IN (:rows)`,
  row: '?1',
}
const LATEST = {
  sql: `WITH given (who, list) AS (VALUES :rows)
    SELECT ${EARLIER_COLUMNS.map((name) => `event.${name}`)} FROM given JOIN events AS event ON event.seq = (
      SELECT max(seq) FROM events AS signed_up
      WHERE signed_up.who = given.who AND signed_up.list = given.list AND signed_up.state <> 'dead')`,
  row: '(?1, ?2)',
}

/** Returns true if the ledger has an event of the same effect that is trusted as much or more, and is not dead. */
function isKnown(arrival: Arrival, earlier: Earlier, nowMs: number): boolean {
  const { row, isPage } = arrival
  const signUp = row.list === '' ? undefined : earlier.latestSignUp(row)
  const same = [...earlier.twins(arrival), ...(signUp?.identity === row.identity ? [signUp] : [])].filter(
    (other) => other.state !== 'dead' && !(isPage && waitsForPage(other, nowMs)),
  )
  return [earlier.withId(row.id) ?? [], same].flat().some(({ signed }) => signed >= row.signed)
}

/** Recognises a webhook's order in its first minute. The page's report of it is sent first, so it is not a duplicate. */
const waitsForPage = ({ due, received }: EarlierRow, nowMs: number) =>
  due > nowMs && due === received + WEBHOOK_WAITS_MS

/**
 * Notes the source on the order's first row, so that two reports of one order count as one.
 *
 * @returns the sources of the arrival's own row: null if the first row counts
 */
async function noteSource(step: Transition, source: string | null, twins: EarlierRow[]): Promise<string | null> {
  const first = twins.find(({ sources }) => sources !== null)
  if (!first || source === null) return source
  if (first.sources?.includes(source)) return null
  first.sources = `${first.sources}${source}`
  if (first.seq !== undefined)
    await step.ask('UPDATE events SET sources = ?2 WHERE seq = ?1', [first.seq, first.sources])
  return null
}

/* Writing */

type NewRow = Omit<EventRow, 'seq' | 'replayed' | 'status' | 'refusals' | 'lease' | 'tries'>

function toRow({ row, ageMs, isWebhook }: Arrival | ReportArrival, { nowMs, room }: Transition): NewRow {
  return {
    ...row,
    occurred: Math.round(nowMs - ageMs),
    received: nowMs,
    attempts: 0,
    due: isWebhook ? nowMs + WEBHOOK_WAITS_MS : nowMs,
    calm: Number(row.signed === 1 || room.isCalm(row.network)),
  }
}

const STATE_COLUMNS = ['calm', 'received', 'state', 'reason', 'due'] as const
const NEW_COLUMNS = [...COMMON_COLUMNS, ...STATE_COLUMNS, 'identity', 'cents', 'sources', 'problems'] as const

async function insert(step: Transition, rows: NewRow[], payloads: Map<string, Buffer>) {
  const values = rows.map((row) => NEW_COLUMNS.map((column) => row[column]))
  const stored = await askRows<Pick<EventRow, 'id' | 'seq'>>(step, INSERT, values)
  const sealed = stored.flatMap(({ id, seq }) => (payloads.has(id) ? [[seq, payloads.get(id)]] : []))
  await askRows(step, INSERT_PAYLOADS, sealed)
}

const INSERT = {
  sql: `INSERT INTO events (${NEW_COLUMNS}) VALUES :rows RETURNING id, seq`,
  row: `(${NEW_COLUMNS.map((_, place) => `?${place + 1}`)})`,
}
const INSERT_PAYLOADS = { sql: 'INSERT INTO payloads (seq, payload) VALUES :rows', row: '(?1, ?2)' }

/**
 * Deletes a row that is still in this state. The same order counts as new if it is reported again.
 *
 * @returns false if another transaction was faster: a proxy deleted it, or the operator replays it
 */
export async function forget(step: Pick<Transition, 'ask' | 'room'>, row: Weight & { seq?: number }): Promise<boolean> {
  const gone = await step.ask('DELETE FROM events WHERE seq = ?1 AND state = ?2 RETURNING seq', [row.seq, row.state])
  if (gone.length === 0) return false
  await step.ask('DELETE FROM payloads WHERE seq = ?1', [row.seq])
  step.room.remove(row)
  return true
}
