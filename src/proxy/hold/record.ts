/** From what is stored of an event to what is sent of it. */
import type { Contact } from '../../contract/contact.js'
import type { Event } from '../../contract/event.js'
import type { Hash, Seal } from '../seal.js'
import { type Said, toLate } from './fields.js'
import type { HeldEvent, Listed, Reason, State } from './index.js'

/** @returns the body as JSON; `unreadable`, which no JSON is, when the record is damaged or no key opens it */
export function openRecord(record: Buffer, id: string, seal: Seal): string {
  try {
    const text = seal.open(record, id)
    JSON.parse(text) // the seal says that nobody changed what `accept` wrote, but without a key there is none
    return text
  } catch {
    return 'unreadable' // one bad record must not stop the others
  }
}

/**
 * A sign-up's body, less what newer ones have said.
 *
 * @returns undefined when nothing is left to send
 */
export function toTimely(
  text: string,
  { list, replayed }: { list: string; replayed: boolean },
  newer: Said[],
  hash: Hash,
): string | undefined {
  if (newer.length === 0) return text
  const body = toContact(text)
  const left = toLate(list, body, newer, hash) ?? (replayed ? { email: body.email } : undefined) // the operator wants it sent
  return left && JSON.stringify(left)
}

export const toContact = (text: string): Contact => JSON.parse(text) // `accept` wrote it, and only sign-ups have a list

interface Row {
  id: string
  kind: HeldEvent['kind']
  list: string | undefined
  who: string
  occurredMs: number
  attempts: number
  misses: number
  replayed: boolean
}

export function toHeldEvent({ id, kind, list, who, occurredMs, attempts, misses, replayed }: Row, text: string) {
  const event = { id, kind, ...(list !== undefined && { list }), text, occurredMs, who, attempts, misses, replayed }
  return event as HeldEvent // `accept` made the row of an Arrival: kind and list belong together
}

/** What the operator's databases have of an event. */
export interface ListedRow {
  id: string
  kind: Event['kind']
  list: string | null
  state: State
  reason: Reason | null
  attempts: number
  occurred: number
  received: number
  payload: ArrayBuffer | Buffer
}

export function toListed(row: ListedRow, seal: Seal): Listed {
  const { id, kind, list, state, reason, attempts, occurred, received } = row
  const body = readBody(row, seal)
  return {
    id,
    kind,
    ...(list !== null && { list }),
    state,
    ...(reason !== null && { reason }),
    attempts,
    occurredMs: occurred,
    receivedMs: received,
    ...(body && { body }),
  }
}

function readBody({ id, payload }: ListedRow, seal: Seal): Event['body'] | undefined {
  try {
    const record = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
    return JSON.parse(seal.open(record, id)) // the seal says that nobody changed what the proxy wrote
  } catch {
    return undefined // damaged, or no key opens it
  }
}
