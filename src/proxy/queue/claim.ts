/**
 * Claims the events that are sent next. Other claims do not get them until they are settled or released.
 *
 * Of each line, the oldest due event is sent first, one at a time. Lanes (schema.ts) decide between lines: calm
 * never-tried events, then other never-tried ones, then tried ones. Each fourth claim begins with tried events, so that
 * new ones do not delay them forever. An event that is not calm does not delay a calm one, in a lane or in a line. While
 * the API is away, calm events have claims of their own, and the other claims begin with the others.
 */
import { HOUR_MS } from '../duration.js'
import { SAME_NAME_MS } from './identity.js'
import { openRecord, toBody } from './payload.js'
import { FAILED, LANE, LANES, type Lane, WAITS } from './schema.js'
import type { Dialect } from './store/index.js'
import { askRows } from './store/rows.js'
import {
  type Batch,
  CLAIM_COLUMNS,
  type Claim,
  type ClaimOptions,
  type EventRow,
  LEASE_MS,
  type QueueContext,
  type QueuedEvent,
  type Transition,
  toKind,
  type UnfitEvent,
} from './types.js'

/** An older order could convert a newer session, and an older sign-up could overwrite newer fields. */
const MAX_AGE_MS = { convert: 72 * HOUR_MS, addToList: 7 * 24 * HOUR_MS }
/** An event is overtaken by a delivered one of its line that happened so much later. */
const OVERTAKEN_MS = 60_000
/** The wait of an event that no key opens, and of one that is too old while the clock may be wrong. */
const UNREADABLE_WAITS_MS = HOUR_MS
const CLOCK_WAITS_MS = 60_000

type Candidate = Pick<EventRow, 'seq' | 'who' | 'list'>

export function createClaiming(context: QueueContext) {
  const { store, move, claims, monotonic } = context
  /** The number of claims so far, by the events that they begin with. */
  const turns = { calm: 0, any: 0 }

  async function claim(most: number, options: ClaimOptions = {}): Promise<Batch> {
    const fromMs = monotonic()
    turns[options.away ?? 'any'] += 1
    const { pairs, nextInMs } = await move('ack', async (step) => {
      await step.lock('claims') // two proxies could otherwise claim two events of one line at one moment
      const candidates = await choose(step, most, options)
      const lease = store.isShared ? step.nowMs + LEASE_MS : 0
      const leases = candidates.map(({ seq }) => [seq, lease])
      if (store.isShared) await askRows(step, LEASE, leases)
      const pairs = await read(step, candidates, lease)
      if (pairs.length < candidates.length) return { pairs, nextInMs: 0 } // a postponed event has left its place to others
      return { pairs, nextInMs: candidates.length < most ? await readNext(step) : undefined }
    })
    for (const { claim } of pairs) claims.set(claim.id, claim)
    const events = pairs.map(({ event }) => event)
    // This process or its network was frozen. Other proxies will soon claim these events and send them.
    if (store.isShared && monotonic() - fromMs > LEASE_MS / 2) {
      await release(events.map(({ id }) => id))
      return { events: [], nextInMs: 0 }
    }
    return { events, nextInMs }
  }

  /** Chooses events of different lines, in the order of the lanes. */
  async function choose(step: Transition, most: number, { others = most, away }: ClaimOptions) {
    const { ask, dialect, nowMs } = step
    const inFlight = new Set([...claims.values()].map(toLine))
    const limit = 2 * (most + inFlight.size) // a line has two events of a lane at most: the first, and the first signed one
    const lanes = away ? LANES_AWAY[away] : LANES
    const inTurn = turns[away ?? 'any'] % 4 === 0 ? toTriedFirst(lanes) : lanes
    const candidates: Candidate[] = []
    let ofOthers = 0
    for (const lane of inTurn) {
      const sql = away && isTried(lane) ? toFailed(dialect, lane) : toDue(dialect, lane, away !== undefined)
      for (const candidate of candidates.length < most ? await ask<Candidate>(sql, [nowMs, limit]) : []) {
        const hasPlace = candidates.length < most && (lane === 1 || ofOthers < others)
        if (!hasPlace || inFlight.has(toLine(candidate))) continue
        inFlight.add(toLine(candidate))
        candidates.push(candidate)
        if (lane !== 1) ofOthers += 1
      }
    }
    return candidates
  }

  /** Reads the chosen events in their order. Postpones those that cannot be read, or are too old by a doubtful clock. */
  async function read(step: Transition, candidates: Candidate[], lease: number) {
    const seqs = candidates.map(({ seq }) => [seq, step.nowMs])
    const rows = new Map((await askRows<Row>(step, READ, seqs)).map((row) => [row.seq, row]))
    const pairs: { claim: Claim; event: QueuedEvent | UnfitEvent }[] = []
    for (const { payload, overtaken, uses_name, ...row } of candidates.flatMap(({ seq }) => rows.get(seq) ?? [])) {
      const text = openRecord(context.seal, payload, row.id)
      const isTooOld = !row.replayed && step.nowMs - row.occurred > MAX_AGE_MS[toKind(row)]
      if (text === undefined) await step.ask(POSTPONE, [row.seq, step.nowMs + UNREADABLE_WAITS_MS, 'unreadable'])
      else if (isTooOld && !context.isClockRight()) {
        await step.ask(POSTPONE, [row.seq, step.nowMs + CLOCK_WAITS_MS, null])
      } else {
        const unfit = isTooOld ? 'expired' : overtaken && !row.replayed ? 'overtaken' : undefined
        const body = toBody(text, row.name !== null, uses_name === 1)
        pairs.push({ claim: { ...row, lease }, event: toEvent(row, unfit, body, step.nowMs) })
      }
    }
    return pairs
  }

  async function release(ids: string[]) {
    const all = ids.flatMap((id) => claims.get(id) ?? [])
    for (const { id } of all) claims.delete(id)
    if (!store.isShared || all.length === 0) return
    const rows = all.map(({ seq, lease }) => [seq, lease])
    await store.transaction('ack', (transaction) => askRows(transaction, RELEASE, rows))
  }

  return { claim, release }
}

const LANES_AWAY: Record<'calm' | 'any', readonly Lane[]> = { calm: [1, 3], any: [2, 4, 1, 3] }
const isTried = (lane: Lane) => lane > 2
const toTriedFirst = (lanes: readonly Lane[]) => [...lanes.filter(isTried), ...lanes.filter((lane) => !isTried(lane))]

const toLine = ({ who, list }: Pick<EventRow, 'who' | 'list'>) => `${who} ${list}`

function toEvent(row: Omit<Claim, 'lease'>, unfit: UnfitEvent['unfit'] | undefined, text: string, nowMs: number) {
  const { id, list, who: customer, occurred, attempts, refusals, calm } = row
  const kind = toKind(row)
  if (unfit) return { id, kind, customer, unfit }
  const common = { id, text, ageMs: nowMs - occurred, customer, attempts, refusals, isCalm: calm === 1 }
  return kind === 'convert' ? { kind, ...common } : { kind, list, ...common }
}

/** Reads the time until the next event is due. A blocked event needs none: the end of a request starts a claim. */
async function readNext({ ask, nowMs }: Pick<Transition, 'ask' | 'nowMs'>): Promise<number | undefined> {
  const rows = await ask<{ due: number | null }>(NEXT, [nowMs])
  const due = rows.flatMap((row) => row.due ?? [])
  return due.length > 0 ? Math.min(...due) - nowMs : undefined
}

const NEXT = LANES.map(
  (lane) => `SELECT min(due) AS due FROM events WHERE ${WAITS} AND (${LANE}) = ${lane} AND due > ?1`,
).join(' UNION ALL ')

/* Choosing */

/** No older due event of the line is trusted as much or more. A stranger's flood is not calm, so it does not block a line. */
const IS_FIRST = `NOT EXISTS (
    SELECT 1 FROM events AS older
    WHERE older.who = event.who AND older.list = event.list AND older.${WAITS} AND older.due <= ?1
      AND older.signed >= event.signed AND older.calm >= event.calm AND older.occurred <= event.occurred
      AND (older.occurred < event.occurred OR older.seq < event.seq))`

/**
 * Other proxies on the database are not sending an event of the line. The first condition is about the row itself:
 * Postgres tests it again when it has locked the row, but does not test the subquery again.
 */
const IS_FREE = `event.lease <= ?1 AND NOT EXISTS (
    SELECT 1 FROM events AS other
    WHERE other.who = event.who AND other.list = event.list AND other.${WAITS} AND other.lease > ?1)`

const toCandidates = ({ lockRows }: Dialect, which: string, order = 'due, seq') => `
  SELECT seq, who, list FROM events AS event
  WHERE ${WAITS} AND ${which} AND ${IS_FIRST}${lockRows && ` AND ${IS_FREE}`}
  ORDER BY ${order} LIMIT ?2${lockRows}`

/** While the API is away, the newest event is tried first: those of a stranger that all fail are older soon. */
const toDue = (dialect: Dialect, lane: Lane, isAway = false) =>
  toCandidates(dialect, `(${LANE}) = ${lane} AND due <= ?1`, isAway ? 'due DESC, seq DESC' : 'due, seq')

/** While the API is away, events that failed because of it are tried before they are due, unless it asked to wait. */
const toFailed = (dialect: Dialect, lane: Lane) =>
  toCandidates(dialect, `(${LANE}) = ${lane} AND (due <= ?1 OR ${FAILED})`)

/* Reading and writing */

type Row = Omit<Claim, 'lease'> & { payload: Uint8Array; overtaken: number; uses_name: number }

/** A later event of the line was delivered. A time in the future was a wrong clock's. */
const OVERTAKEN = `EXISTS (
    SELECT 1 FROM events AS later
    WHERE later.who = event.who AND later.list = event.list AND later.state = 'delivered'
      AND later.occurred >= event.occurred + ${OVERTAKEN_MS} AND later.occurred <= given.at
      AND later.signed >= event.signed)`

/** A page has reported the order under its second name, and none under its first. */
const USES_NAME = `event.name IS NOT NULL
  AND EXISTS (
    SELECT 1 FROM events AS page WHERE page.identity = event.name AND page.name IS NULL
      AND page.received > event.received - ${SAME_NAME_MS})
  AND NOT EXISTS (SELECT 1 FROM events AS page WHERE page.identity = event.identity AND page.name IS NULL)`

const toFlag = (condition: string, name: string) => `CASE WHEN ${condition} THEN 1 ELSE 0 END AS ${name}`

const READ = {
  sql: `WITH given (seq, at) AS (VALUES :rows)
    SELECT ${CLAIM_COLUMNS.map((name) => `event.${name}`)}, payload, ${toFlag(OVERTAKEN, 'overtaken')}, ${toFlag(USES_NAME, 'uses_name')}
    FROM given JOIN events AS event ON event.seq = given.seq JOIN payloads ON payloads.seq = event.seq`,
  row: '(CAST(?1 AS bigint), CAST(?2 AS bigint))',
}

const LEASE = {
  sql: `WITH given (seq, lease) AS (VALUES :rows)
    UPDATE events SET lease = given.lease FROM given WHERE events.seq = given.seq`,
  row: '(CAST(?1 AS bigint), CAST(?2 AS bigint))',
}
const RELEASE = {
  sql: `WITH given (seq, lease) AS (VALUES :rows)
    UPDATE events SET lease = 0 FROM given WHERE events.seq = given.seq AND events.lease = given.lease`,
  row: '(CAST(?1 AS bigint), CAST(?2 AS bigint))',
}

const POSTPONE = 'UPDATE events SET due = ?2, reason = coalesce(?3, reason), lease = 0 WHERE seq = ?1'
