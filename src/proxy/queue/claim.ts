/**
 * Claimed: events that go next, and what of them the API gets. Nobody else gets a claimed event until it is acknowledged.
 *
 * What is signed goes first, then what was never tried (now the oldest, now the newest, and last what busy networks have sent), then
 * the rest by time: one of each customer, and none of a line before an older one that is due.
 */
import { openPayload } from './events.js'
import { BUSY_MS, bringForwardOne, mendDues, NEW_TURN, TURN, TURNS } from './line.js'
import { MAX_AGE_MS, type NewerFields, toContact, toIdempotencyKey, withoutNewer } from './rules.js'
import type { Transaction } from './store/index.js'
import { askRows } from './store/rows.js'
import {
  CLAIMED,
  type Claim,
  type Claimed,
  type EventRow,
  type PayloadRow,
  type Probe,
  type QueuedEvent,
  type Unfit,
  type Working,
} from './types.js'

/** How often more are read, twice as many each time, when most of the first are of customers that have one under way. */
const MAX_ROUNDS = 8

/** Which of the events that were never tried go first. */
type First = 'oldest' | 'newest'

type Candidate = Pick<EventRow, 'seq' | 'customer' | 'due'>

export function createClaiming(working: Working) {
  const { store, move, seal, hash, claims, lease, leaseMs, monotonic } = working
  /** They take turns: a stranger's many, which the API does not answer, have half of the places at most. */
  let first: First = 'newest'
  const toTaken = () => new Set([...claims.values()].map(({ customer }) => customer))

  async function claim(wanted: number, probe?: Probe): Promise<Claimed> {
    const fromMs = monotonic()
    first = first === 'oldest' ? 'newest' : 'oldest'
    const { found, nextInMs } = await move('ack', async (moving) => {
      const taken = toTaken()
      const chosen = await (probe ? chooseProbe(moving, probe, taken, first) : chooseDue(moving, wanted, taken, first))
      if (probe) for (const { seq } of chosen) await bringForwardOne(moving, seq)
      const found = await read(moving, chosen)
      const leases = found.map(({ claim }) => [claim.seq, lease, moving.nowMs + leaseMs])
      if (store.isShared) await askRows(moving, LEASE, leases)
      return { found, nextInMs: found.length < wanted ? await readNext(moving, taken) : undefined }
    })
    for (const { claim } of found) claims.set(claim.id, claim)
    // This process was frozen meanwhile, or its network: soon others take what is claimed, and send it.
    if (store.isShared && monotonic() - fromMs > leaseMs / 2) {
      await release(found.map(({ event }) => event.id))
      return { events: [], nextInMs: 0 }
    }
    return { events: found.map(({ event }) => event), nextInMs }
  }

  async function release(ids: string[]) {
    const released = ids.flatMap((id) => claims.get(id) ?? [])
    for (const { id } of released) claims.delete(id)
    if (!store.isShared || released.length === 0) return
    const rows = released.map(({ seq }) => [seq])
    await store.transaction('ack', (transaction) => askRows(transaction, toRelease(lease), rows))
  }

  async function read(transaction: Transaction, candidates: Candidate[]) {
    const seqs = candidates.map(({ seq }) => [seq])
    const rows = new Map((await askRows<Row>(transaction, READ, seqs)).map((row) => [row.seq, row]))
    const found: { claim: Claim; event: QueuedEvent | Unfit }[] = []
    for (const row of candidates.flatMap(({ seq }) => rows.get(seq) ?? [])) {
      const { payload, ...event } = row
      const text = openPayload(seal, payload, row.id)
      const sent = text === undefined ? undefined : await toSent(transaction, row, text)
      found.push({ claim: { ...event, sent }, event: toQueued(row, text, sent, transaction.nowMs) })
    }
    return found
  }

  /** A sign-up without what newer ones have set; undefined when nothing is left to send. */
  async function toSent(transaction: Transaction, { list, customer, occurred, signed, replayed }: Row, text: string) {
    if (list === null) return text
    const rows = await transaction.ask<{ list: string; names: string }>(NEWER, [customer, occurred, signed])
    if (rows.length === 0) return text
    const newer: NewerFields[] = rows.map(({ list, names }) => ({ list, names: JSON.parse(names) })) // `rememberFields` has written it
    const body = toContact(text)
    const left = withoutNewer(list, body, newer, hash) ?? (replayed ? { email: body.email } : undefined) // the operator wants it sent
    return left && JSON.stringify(left)
  }

  function toQueued(row: Row, text: string | undefined, sent: string | undefined, nowMs: number): QueuedEvent | Unfit {
    const { id, kind, list, customer, occurred, attempts, misses, planned, replayed } = row
    const ageMs = nowMs - occurred
    if (text === undefined) return { id, kind, customer, unfit: 'unreadable' }
    if (working.isClockRight() && !replayed && ageMs > MAX_AGE_MS[kind]) return { id, kind, customer, unfit: 'expired' }
    if (sent === undefined) return { id, kind, customer, unfit: 'stale' }
    const idempotencyKey = toIdempotencyKey(id, text, sent)
    const isEarly = planned !== null && planned > nowMs
    const event = { id, kind, ...(list !== null && { list }), text: sent, idempotencyKey, ageMs, customer }
    return { ...event, attempts, misses, isEarly } as QueuedEvent // `enqueueAll` made the row of an IncomingEvent: kind and list belong together
  }

  async function nextInMs() {
    const readMs = () => store.read((transaction) => readNext(transaction, toTaken()))
    const waitMs = await readMs()
    if (waitMs === undefined || waitMs <= 0) return waitMs
    await move('ack', ({ ask, nowMs }) => mendDues(ask, nowMs))
    return readMs()
  }

  return { claim, release, nextInMs }
}

/** @param taken customers that have one under way; those of the chosen are added */
async function chooseDue(transaction: Transaction, wanted: number, taken: Set<string>, first: First) {
  const chosen: Candidate[] = []
  for (const turn of TURNS) {
    for (const part of turn === NEW_TURN ? NEW_PARTS[first] : [OLDEST]) {
      const sql = toDue(turn, part, transaction.dialect.lockRows)
      chosen.push(...(await choose(transaction, sql, wanted - chosen.length, taken)))
    }
  }
  return chosen
}

/** One event, due or not; when there is none of another customer, one of these. */
async function chooseProbe(transaction: Transaction, { notOf, list }: Probe, taken: Set<string>, first: First) {
  const { lockRows } = transaction.dialect
  if (list !== undefined) return choose(transaction, toListProbe(first, lockRows), 1, taken, list)
  const sql = toProbe(first, lockRows)
  const others = await choose(transaction, sql, 1, new Set([...taken, ...notOf]))
  return others.length > 0 ? others : choose(transaction, sql, 1, taken)
}

/** When the next event may be claimed. */
async function readNext(transaction: Transaction, taken: Set<string>): Promise<number | undefined> {
  const next: Candidate[] = []
  for (const turn of TURNS) next.push(...(await choose(transaction, toNext(turn), 1, new Set(taken))))
  return next.length > 0 ? Math.min(...next.map(({ due }) => due)) - transaction.nowMs : undefined
}

/** The first of these events, of each customer one, and none of those taken. */
async function choose({ ask, nowMs }: Transaction, sql: string, wanted: number, taken: Set<string>, ...more: string[]) {
  const chosen: Candidate[] = []
  let limit = wanted + taken.size
  for (let round = 0; chosen.length < wanted && round < MAX_ROUNDS; round += 1, limit *= 2) {
    const found = await ask<Candidate>(sql, [nowMs, limit, ...more])
    for (const candidate of found) {
      if (chosen.length === wanted || taken.has(candidate.customer)) continue
      taken.add(candidate.customer)
      chosen.push(candidate)
    }
    if (found.length < limit) break
  }
  return chosen
}

/**
 * When a line has several ready, the oldest that is due goes first. What waits alone goes before another only where it was brought
 * forward by it: once, or several that get no answer would keep their customer's next one waiting in turns.
 */
const toDue = (turn: number, { which, order }: Part, lockRows: string) => `
  SELECT seq, customer, due FROM events AS event
  WHERE state = 'ready' AND ${TURN} = ${turn} AND due <= ?1 AND ${which} AND ${IS_FREE}
  ORDER BY ${order} LIMIT ?2${lockRows}`

/** The part of a turn that one statement chooses from. */
interface Part {
  which: string
  order: string
}

const OLDEST: Part = { which: 'TRUE', order: 'due, seq' }
/** What was never tried: last what busy networks have sent, which is the oldest. */
const NEW_PARTS: Record<First, Part[]> = {
  oldest: [{ ...OLDEST, which: `due > CAST(?1 AS bigint) - ${BUSY_MS}` }, OLDEST],
  newest: [{ which: 'TRUE', order: 'due DESC, seq DESC' }],
}

const IS_FREE = `leased_until <= ?1
  AND NOT EXISTS (SELECT 1 FROM events AS other WHERE other.customer = event.customer AND other.leased_until > ?1
    AND other.leased_until > 0)
  AND NOT EXISTS (SELECT 1 FROM events AS older WHERE older.line = event.line AND older.state = 'ready' AND older.due <= ?1
    AND older.signed >= event.signed AND (older.alone = 0 OR older.planned IS NOT NULL)
    AND (older.occurred < event.occurred OR (older.occurred = event.occurred AND older.seq < event.seq)))`

/** Picks in turns the newest, and the first by its customer's hash, which no stranger can foresee. */
const PROBED: Record<First, string> = { oldest: 'customer, seq', newest: 'seq DESC' }

const toProbe = (first: First, lockRows: string) => `
  SELECT seq, customer, due FROM events AS event
  WHERE state = 'ready' AND coalesce(reason, '') <> 'unknown_list' AND ${IS_FREE}
  ORDER BY CASE WHEN attempts = 0 THEN 0 ELSE 1 END, signed DESC, ${PROBED[first]} LIMIT ?2${lockRows}`

/** Picks among the events that were asked least as a probe does. */
const toListProbe = (first: First, lockRows: string) => `
  SELECT seq, customer, due FROM events AS event
  WHERE list = ?3 AND state = 'ready' AND reason = 'unknown_list' AND ${IS_FREE}
  ORDER BY attempts, signed DESC, ${PROBED[first]} LIMIT ?2${lockRows}`

const toNext = (turn: number) => `
  SELECT seq, customer, due FROM events WHERE state = 'ready' AND ${TURN} = ${turn} AND leased_until <= ?1
  ORDER BY due, seq LIMIT ?2`

const LEASE = {
  sql: `WITH given (seq, lease, leased_until) AS (VALUES :rows)
    UPDATE events SET lease = given.lease, leased_until = given.leased_until FROM given WHERE events.seq = given.seq`,
  row: '(CAST(?1 AS bigint), ?2, CAST(?3 AS bigint))',
}

const toRelease = (lease: string) => ({
  sql: `UPDATE events SET lease = '', leased_until = 0 WHERE seq IN (:rows) AND lease = '${lease}'`,
  row: '?1',
})

type Row = Omit<Claim, 'sent'> & Pick<PayloadRow, 'payload'>

const READ = {
  sql: `SELECT ${CLAIMED.map((name) => `event.${name}`)}, payload
    FROM events AS event JOIN payloads ON payloads.seq = event.seq WHERE event.seq IN (:rows)`,
  row: '?1',
}

const NEWER = 'SELECT list, names FROM fields WHERE customer = ?1 AND occurred > ?2 AND signed >= ?3'
