/** From a row of the database to the event as it is sent on. */
import type { Event } from '../../contract/event.js'
import type { Hash, Seal } from '../seal.js'
import type { Found } from './claim.js'
import type { QueuedEvent } from './index.js'
import { type NewerFields, toContact, toIdempotencyKey, withoutNewer } from './rules.js'
import type { Transaction } from './store/index.js'
import { askRows } from './store/rows.js'

export interface Row {
  seq: number
  customer: string
  signed: number
  id: string
  kind: Event['kind']
  list: string | null
  state: string
  replayed: number
  occurred: number
  attempts: number
  misses: number
  bytes: number
  payload: Uint8Array | ArrayBuffer
}

export const readRowsOf = (transaction: Transaction, events: { seq: number }[]) =>
  askRows<Row>(
    transaction,
    READ,
    events.map(({ seq }) => [seq]),
  )

const READ = {
  sql: `SELECT event.seq, id, kind, list, customer, signed, state, replayed, occurred, attempts, misses, bytes, payload
    FROM events AS event JOIN payloads ON payloads.seq = event.seq WHERE event.seq IN (:rows)`,
  row: '?1',
}

/** What newer sign-ups have set. */
export async function readNewer({ ask }: Transaction, { list, customer, occurred }: Row): Promise<NewerFields[]> {
  if (list === null) return []
  const newer = await ask<{ list: string; names: string }>(NEWER, [customer, occurred])
  return newer.map(({ list, names }) => ({ list, names: JSON.parse(names) })) // `rememberFields` has written it
}

const NEWER = 'SELECT list, names FROM fields WHERE customer = ?1 AND occurred > ?2'

interface Options {
  nowMs: number
  hash: Hash
  /** Its body; see `openPayload`. */
  text: string | undefined
}

export function toFound(row: Row, newer: NewerFields[], { nowMs, hash, text }: Options): Found {
  const { seq, id, kind, customer, signed, occurred, bytes, attempts, misses } = row
  const list = row.list ?? undefined
  const replayed = row.replayed === 1
  const sent = text === undefined || list === undefined ? text : toSent(text, { list, replayed }, newer, hash)
  const claim = { seq, id, customer, signed, kind, list, occurredMs: occurred, bytes, sent }
  if (text === undefined || sent === undefined) {
    return { claim, event: { id, kind, customer, unfit: text === undefined ? 'unreadable' : 'stale' } }
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
    replayed,
  } as QueuedEvent // `enqueueAll` made the row of an IncomingEvent: kind and list belong together
  return { claim, event }
}

/** @returns the body as JSON; undefined when the record is damaged or no key opens it, which must not stop the others */
export function openPayload({ payload, id }: Row, seal: Seal): string | undefined {
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
