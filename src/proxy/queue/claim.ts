/**
 * Claims the events that are sent next. Other claims do not get a claimed event until it is settled or released.
 *
 * Signed due events are sent first, then events that are tried early. Then come never-tried events, those of calm
 * networks before those of noisy ones. The others follow by time. One event of a customer is sent at a time. Of a line,
 * only the first event is sent.
 */
import { DAY_MS } from './identity.js'
import { toIdempotencyKey, withoutNewer } from './newer-fields.js'
import { openPayload } from './payload.js'
import { BLOCKS, BY_TURN, TURN, TURNS } from './schema.js'
import type { Binding } from './shop.js'
import type { Dialect, Transaction } from './store/index.js'
import { askRows } from './store/rows.js'
import {
  CLAIMED,
  type Claim,
  type Claimed,
  type EventRow,
  type Probe,
  type QueueContext,
  type QueuedEvent,
  type Transition,
  type Unfit,
} from './types.js'

/**
 * The age at which an event is too old. A sign-up could then overwrite newer data, and an order could convert a newer
 * session.
 */
export const MAX_AGE_MS = { convert: 3 * DAY_MS, addToList: 7 * DAY_MS }
/** The longest wait is a Retry-After of 6 h. If an event is due later, the clock was wrong, so the event is due now. */
const LONGEST_WAIT_MS = 6 * 3_600_000 + 60_000
/** The wait of an event that cannot be opened with any key. The next start tries it at once. */
const UNREADABLE_WAITS_MS = 3_600_000
/**
 * The number of further reads, if the first events belong to customers whose events are being sent. Each read is twice
 * as large.
 */
const MAX_ROUNDS = 8

/** The never-tried events that are sent first. */
type First = 'oldest' | 'newest'

type Candidate = Pick<EventRow, 'seq' | 'who' | 'due'>

export function createClaiming(context: QueueContext, binding: Binding) {
  const { store, move, seal, hash, claims, lease, leaseMs, monotonic } = context
  /** The two alternate, so a flood that the API does not answer has half of the places at most. */
  let first: First = 'newest'
  const toTaken = () => new Set([...claims.values()].map(({ who }) => who))

  async function claim(wanted: number, probe?: Probe): Promise<Claimed> {
    const fromMs = monotonic()
    first = first === 'oldest' ? 'newest' : 'oldest'
    const { found, nextInMs } = await move('ack', async (step) => {
      await binding.check(step.ask)
      const taken = toTaken()
      const chosen = await (probe ? chooseProbe(step, probe, taken, first) : chooseDue(step, wanted, taken, first))
      const found = await read(step, chosen)
      const leases = found.map(({ claim }) => [claim.seq, lease, step.nowMs + leaseMs])
      if (store.isShared) await askRows(step, LEASE, leases)
      return { found, nextInMs: found.length < wanted ? await readNext(step, taken) : undefined }
    })
    for (const { claim } of found) claims.set(claim.id, claim)
    // This process or its network was frozen. Other proxies will soon claim these events and send them.
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

  async function read(step: Transition, candidates: Candidate[]) {
    const seqs = candidates.map(({ seq }) => [seq])
    const rows = new Map((await askRows<Row>(step, READ, seqs)).map((row) => [row.seq, row]))
    const found: { claim: Claim; event: QueuedEvent | Unfit }[] = []
    for (const { payload, ...row } of candidates.flatMap(({ seq }) => rows.get(seq) ?? [])) {
      const text = openPayload(seal, payload, row.id)
      if (text === undefined) {
        await step.ask(POSTPONE, [row.seq, step.nowMs + UNREADABLE_WAITS_MS])
        continue
      }
      const sent = row.kind === 'convert' ? text : await withoutNewer(step.ask, row, text, hash)
      const claim: Claim = { ...row, sent, isEarly: row.due > step.nowMs }
      found.push({ claim, event: toQueued(claim, text, step.nowMs) })
    }
    return found
  }

  function toQueued(claim: Claim, text: string, nowMs: number): QueuedEvent | Unfit {
    const { id, kind, list, who: customer, network, occurred, attempts, misses, replayed, sent, isEarly } = claim
    const ageMs = nowMs - occurred
    const isExpired = context.isClockRight() && !replayed && ageMs > MAX_AGE_MS[kind]
    if (isExpired) return { id, kind, customer, unfit: 'expired' }
    if (sent === undefined) return { id, kind, customer, unfit: 'stale' }
    const idempotencyKey = toIdempotencyKey(id, text, sent)
    const event = { id, kind, ...(kind === 'addToList' && { list }), text: sent, idempotencyKey, ageMs, customer }
    return { ...event, ...(network && { network }), attempts, misses, isEarly } as QueuedEvent // `enqueue` stored kind and list of one IncomingEvent
  }

  async function nextInMs() {
    const readMs = () => store.read((transaction) => readNext(transaction, toTaken()))
    const waitMs = await readMs()
    if (waitMs === undefined || waitMs <= 0) return waitMs
    await move('ack', ({ ask, nowMs }) => ask(MEND, [nowMs, nowMs + LONGEST_WAIT_MS]))
    return readMs()
  }

  return { claim, release, nextInMs }
}

/* Choosing */

const NEVER_TRIED = [1, 2]

/** @param taken customers whose events are being sent. The customers of the chosen events are added */
async function chooseDue(transaction: Transaction, wanted: number, taken: Set<string>, first: First) {
  const chosen: Candidate[] = []
  const { dialect } = transaction
  for (const turn of TURNS) {
    const order = first === 'newest' && NEVER_TRIED.includes(turn) ? 'due DESC, seq DESC' : 'due, seq'
    chosen.push(...(await choose(transaction, toDue(dialect, turn, order), wanted - chosen.length, taken)))
    if (turn === 0) chosen.push(...(await choose(transaction, toEarly(dialect), wanted - chosen.length, taken)))
  }
  return chosen
}

/** Chooses one event, due or not. Its customer is another than these, if possible. */
async function chooseProbe(transaction: Transaction, { notOf, list }: Probe, taken: Set<string>, first: First) {
  const { dialect } = transaction
  if (list !== undefined) return choose(transaction, toListProbe(dialect, first), 1, taken, list)
  const sql = toProbe(dialect, first)
  const others = await choose(transaction, sql, 1, new Set([...taken, ...notOf]))
  return others.length > 0 ? others : choose(transaction, sql, 1, taken)
}

/** Reads when the next event may be claimed. */
async function readNext(transaction: Transaction, taken: Set<string>): Promise<number | undefined> {
  const early = await choose(transaction, toEarly(transaction.dialect, ''), 1, new Set(taken))
  if (early.length > 0) return 0
  const next: Candidate[] = []
  for (const turn of TURNS)
    next.push(...(await choose(transaction, toNext(transaction.dialect, turn), 1, new Set(taken))))
  return next.length > 0 ? Math.min(...next.map(({ due }) => due)) - transaction.nowMs : undefined
}

/** Chooses the first of these events, one of each customer. Skips the taken customers. */
async function choose({ ask, nowMs }: Transaction, sql: string, wanted: number, taken: Set<string>, ...more: string[]) {
  const chosen: Candidate[] = []
  let limit = wanted + taken.size
  for (let round = 0; chosen.length < wanted && round < MAX_ROUNDS; round += 1, limit *= 2) {
    const found = await ask<Candidate>(sql, [nowMs, limit, ...more])
    for (const candidate of found) {
      if (chosen.length === wanted || taken.has(candidate.who)) continue
      taken.add(candidate.who)
      chosen.push(candidate)
    }
    if (found.length < limit) break
  }
  return chosen
}

/** The condition that the event is the first of its line. */
const IS_FIRST = `NOT EXISTS (SELECT 1 FROM events AS older WHERE ${BLOCKS})`

/** The condition that other proxies on the same database are not sending an event of its customer. */
const IS_FREE = `event.leased_until <= ?1 AND NOT EXISTS (
    SELECT 1 FROM events AS other WHERE other.who = event.who AND other.leased_until > ?1 AND other.leased_until > 0)`

/** @param lock locks the chosen rows until the transaction ends */
const toCandidates = ({ lockRows }: Dialect, which: string, order: string, lock = lockRows) => `
  SELECT seq, who, due FROM events AS event
  WHERE state = 'waiting' AND ${which} AND ${lockRows ? IS_FREE : 'CAST(?1 AS bigint) > 0'} AND ${IS_FIRST}
  ORDER BY ${order} LIMIT ?2${lock}`

const toDue = (dialect: Dialect, turn: number, order: string) =>
  toCandidates(dialect, `(${TURN}) = ${turn} AND due <= ?1`, order)

const toEarly = (dialect: Dialect, lock?: string) => toCandidates(dialect, 'early = 1', 'signed DESC, due, seq', lock)

const toNext = (dialect: Dialect, turn: number) => toCandidates(dialect, `(${TURN}) = ${turn}`, 'due, seq', '')

/**
 * Alternates between the newest event and the first one by the hash of its customer. A stranger cannot foresee the
 * hash.
 */
const PROBED: Record<First, string> = { oldest: 'who, seq', newest: 'seq DESC' }

const toProbe = (dialect: Dialect, first: First) =>
  toCandidates(
    dialect,
    "coalesce(reason, '') NOT IN ('unknown_list', 'unreadable')",
    `CASE WHEN attempts = 0 THEN 0 ELSE 1 END, signed DESC, ${PROBED[first]}`,
  )

/** Chooses among the sign-ups that the API was asked about least. */
const toListProbe = (dialect: Dialect, first: First) =>
  toCandidates(dialect, "list = ?3 AND reason = 'unknown_list'", `attempts, signed DESC, ${PROBED[first]}`)

/* Writing */

const LEASE = {
  sql: `WITH given (seq, lease, leased_until) AS (VALUES :rows)
    UPDATE events SET lease = given.lease, leased_until = given.leased_until FROM given WHERE events.seq = given.seq`,
  row: '(CAST(?1 AS bigint), ?2, CAST(?3 AS bigint))',
}

const toRelease = (lease: string) => ({
  sql: `UPDATE events SET lease = '', leased_until = 0 WHERE seq IN (:rows) AND lease = '${lease}'`,
  row: '?1',
})

type Row = Omit<Claim, 'sent' | 'isEarly'> & { payload: Uint8Array }

const READ = {
  sql: `SELECT ${CLAIMED.map((name) => `event.${name}`)}, payload
    FROM events AS event JOIN payloads ON payloads.seq = event.seq WHERE event.seq IN (:rows)`,
  row: '?1',
}

/** Makes the event wait for a key. It does not block its line. */
const POSTPONE = "UPDATE events SET reason = 'unreadable', detached = 1, early = 0, due = ?2 WHERE seq = ?1"

const MEND = `UPDATE events SET due = ?1 WHERE ${BY_TURN} AND due > ?2`
