/**
 * Claimed: events that go next, and what of them the API gets. Nobody else gets a claimed event until it is acknowledged.
 *
 * Of what is due first what is signed, then what was never tried, then the rest by time; of each customer one, and of a line
 * none before an older one that is due.
 */
import type { Event } from '../../contract/event.js'
import type { Hash, Seal } from '../seal.js'
import { bringForwardOne, mendDues, TURN, TURNS } from './line.js'
import { MAX_AGE_MS, type NewerFields, toContact, toIdempotencyKey, withoutNewer } from './rules.js'
import type { Transaction } from './store/index.js'
import { askRows } from './store/rows.js'
import type { Claim, Claimed, Probe, QueuedEvent, Unfit, Working } from './types.js'

/** How often more are read, twice as many each time, when most of the first are of customers that have one under way. */
const MAX_ROUNDS = 8

interface Candidate {
  seq: number
  customer: string
}

interface Found {
  claim: Claim
  event: QueuedEvent | Unfit
}

export function createClaiming(working: Working) {
  const { store, move, seal, hash, claims, lease, leaseMs } = working
  const taken = () => new Set([...claims.values()].map(({ customer }) => customer))

  async function claim(wanted: number, probe?: Probe): Promise<Claimed> {
    const { found, nextInMs } = await move('ack', async (moving) => {
      const chosen = probe ? await chooseProbe(moving, probe) : await choose(moving, wanted)
      if (probe) for (const { seq } of chosen) await bringForwardOne(moving, seq)
      const found = await read(moving, chosen)
      if (store.isShared && found.length > 0) {
        await askRows(
          moving,
          LEASE,
          found.map(({ claim }) => [claim.seq, lease, moving.nowMs + leaseMs]),
        )
      }
      return { found, nextInMs: found.length < wanted ? await readNext(moving, found) : undefined }
    })
    for (const { claim } of found) claims.set(claim.id, claim)
    return { events: found.map(({ event }) => event), nextInMs }
  }

  async function choose(transaction: Transaction, wanted: number): Promise<Candidate[]> {
    const customers = taken()
    const chosen: Candidate[] = []
    for (const turn of TURNS) {
      let limit = wanted + customers.size
      for (let round = 0; chosen.length < wanted && round < MAX_ROUNDS; round += 1, limit *= 2) {
        const due = await transaction.ask<Candidate>(toDue(turn, transaction.dialect.lockRows), [
          transaction.nowMs,
          limit,
        ])
        for (const candidate of due) {
          if (chosen.length === wanted || customers.has(candidate.customer)) continue
          customers.add(candidate.customer)
          chosen.push(candidate)
        }
        if (due.length < limit) break
      }
    }
    return chosen
  }

  /** One event, due or not; when there is none of another customer, one of these. */
  async function chooseProbe({ ask, nowMs, dialect }: Transaction, { notOf }: Probe): Promise<Candidate[]> {
    const customers = taken()
    const due = (await ask<Candidate>(toProbe(dialect.lockRows), [nowMs, customers.size + notOf.length + 1])).filter(
      ({ customer }) => !customers.has(customer),
    )
    return [due.find(({ customer }) => !notOf.includes(customer)) ?? due[0]].flatMap((candidate) => candidate ?? [])
  }

  async function read(transaction: Transaction, candidates: Candidate[]): Promise<Found[]> {
    const rows = await askRows<Row>(
      transaction,
      READ,
      candidates.map(({ seq }) => [seq]),
    )
    const bySeq = new Map(rows.map((row) => [row.seq, row]))
    const found: Found[] = []
    for (const row of candidates.flatMap(({ seq }) => bySeq.get(seq) ?? [])) {
      const newer = await readNewer(transaction, row)
      const isExpired =
        working.isClockRight() && !row.replayed && transaction.nowMs - row.occurred > MAX_AGE_MS[row.kind]
      found.push(toFound(row, newer, { nowMs: transaction.nowMs, hash, text: openPayload(row, seal), isExpired }))
    }
    return found
  }

  /** When the next event may be claimed. @param found those that are about to be under way */
  async function readNext({ ask, nowMs }: Transaction, found: Found[]) {
    const customers = new Set([...taken(), ...found.map(({ claim }) => claim.customer)])
    const dues: number[] = []
    for (const turn of TURNS) {
      for (let limit = customers.size + 1, round = 0; round < MAX_ROUNDS; round += 1, limit *= 2) {
        const next = await ask<Candidate & { due: number }>(toNext(turn), [nowMs, limit])
        const first = next.find(({ customer }) => !customers.has(customer))
        if (first) dues.push(first.due)
        if (first || next.length < limit) break
      }
    }
    return dues.length > 0 ? Math.min(...dues) - nowMs : undefined
  }

  async function nextInMs() {
    const readMs = () => store.read((transaction) => readNext(transaction, []))
    const waitMs = await readMs()
    if (waitMs === undefined || waitMs <= 0) return waitMs
    await move('ack', ({ ask, nowMs }) => mendDues(ask, nowMs))
    return readMs()
  }

  return { claim, nextInMs }
}

/** Of a line that has several ready, the oldest that is due goes first: also one that waits alone before the event that has brought it forward. */
const toDue = (turn: number, lockRows: string) => `
  SELECT seq, customer FROM events AS event
  WHERE state = 'ready' AND ${TURN} = ${turn} AND due <= ?1 AND ${IS_FREE}
  ORDER BY due, seq LIMIT ?2${lockRows}`

const IS_FREE = `leased_until <= ?1
  AND NOT EXISTS (SELECT 1 FROM events AS other WHERE other.customer = event.customer AND other.leased_until > ?1
    AND other.leased_until > 0)
  AND NOT EXISTS (SELECT 1 FROM events AS older WHERE older.line = event.line AND older.state = 'ready' AND older.due <= ?1
    AND older.signed >= event.signed
    AND (older.occurred < event.occurred OR (older.occurred = event.occurred AND older.seq < event.seq)))`

const toProbe = (lockRows: string) => `
  SELECT seq, customer FROM events AS event
  WHERE state = 'ready' AND coalesce(reason, '') <> 'unknown_list' AND ${IS_FREE}
  ORDER BY CASE WHEN attempts = 0 THEN 0 ELSE 1 END, signed DESC, due, seq LIMIT ?2${lockRows}`

const toNext = (turn: number) => `
  SELECT seq, customer, due FROM events WHERE state = 'ready' AND ${TURN} = ${turn} AND leased_until <= ?1
  ORDER BY due, seq LIMIT ?2`

const LEASE = {
  sql: `WITH given (seq, lease, leased_until) AS (VALUES :rows)
    UPDATE events SET lease = given.lease, leased_until = given.leased_until FROM given WHERE events.seq = given.seq`,
  row: '(CAST(?1 AS bigint), ?2, CAST(?3 AS bigint))',
}

/* From a row to the event as it is sent */

interface Row {
  seq: number
  id: string
  kind: Event['kind']
  list: string | null
  customer: string
  line: string
  signed: number
  replayed: number
  occurred: number
  attempts: number
  misses: number
  due: number
  planned: number | null
  payload: Uint8Array | ArrayBuffer
}

const READ = {
  sql: `SELECT event.seq, id, kind, list, customer, line, signed, replayed, occurred, attempts, misses, due, planned, payload
    FROM events AS event JOIN payloads ON payloads.seq = event.seq WHERE event.seq IN (:rows)`,
  row: '?1',
}

/** What newer sign-ups have set: of a signed one, what signed ones have. */
async function readNewer({ ask }: Transaction, { list, customer, occurred, signed }: Row): Promise<NewerFields[]> {
  if (list === null) return []
  const newer = await ask<{ list: string; names: string }>(NEWER, [customer, occurred, signed])
  return newer.map(({ list, names }) => ({ list, names: JSON.parse(names) })) // `rememberFields` has written it
}

const NEWER = 'SELECT list, names FROM fields WHERE customer = ?1 AND occurred > ?2 AND signed >= ?3'

interface Options {
  nowMs: number
  hash: Hash
  /** Its body; see `openPayload`. */
  text: string | undefined
  isExpired: boolean
}

function toFound(row: Row, newer: NewerFields[], { nowMs, hash, text, isExpired }: Options): Found {
  const { seq, id, kind, customer, line, signed, occurred, attempts, misses, planned } = row
  const list = row.list ?? undefined
  const replayed = row.replayed === 1
  const sent = text === undefined || list === undefined ? text : toSent(text, { list, replayed }, newer, hash)
  const claim: Claim = { seq, id, kind, list, customer, line, signed, occurredMs: occurred, sent }
  const unfit = text === undefined ? 'unreadable' : isExpired ? 'expired' : sent === undefined ? 'stale' : undefined
  if (unfit || text === undefined || sent === undefined) {
    return { claim, event: { id, kind, customer, unfit: unfit ?? 'unreadable' } }
  }
  const event = {
    id,
    kind,
    ...(list !== undefined && { list }),
    text: sent,
    idempotencyKey: toIdempotencyKey(id, text, sent),
    ageMs: nowMs - occurred,
    customer,
    attempts,
    misses,
    isEarly: planned !== null && planned > nowMs,
  } as QueuedEvent // `enqueueAll` made the row of an IncomingEvent: kind and list belong together
  return { claim, event }
}

/** @returns the body as JSON; undefined when the record is damaged or no key opens it, which must not stop the others */
export function openPayload({ payload, id }: Pick<Row, 'payload' | 'id'>, seal: Seal): string | undefined {
  try {
    const text = seal.open(toBuffer(payload), id)
    if (!seal.isSecret) JSON.parse(text) // else the seal says that nobody changed it
    return text
  } catch {
    return undefined
  }
}

/** A sign-up without what newer ones have set; undefined when nothing is left to send. */
function toSent(
  text: string,
  { list, replayed }: { list: string; replayed: boolean },
  newer: NewerFields[],
  hash: Hash,
) {
  if (newer.length === 0) return text
  const body = toContact(text)
  const left = withoutNewer(list, body, newer, hash) ?? (replayed ? { email: body.email } : undefined) // the operator wants it sent
  return left && JSON.stringify(left)
}

const toBuffer = (bytes: Uint8Array | ArrayBuffer) =>
  bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
