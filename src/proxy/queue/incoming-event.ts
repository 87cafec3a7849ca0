/** An event on its way into the database: what of it is written, made before the transaction begins. */
import type { Event } from '../../contract/event.js'
import type { Hash, Seal } from '../seal.js'
import type { IncomingEvent } from './index.js'
import { type Identity, type Mark, toContentMark, toCustomer, toIdentity, toIdKey } from './rules.js'

/** An event in plain values, with its body as the text that is stored: to copy it to another thread costs little. */
export interface EventRecord {
  id: string
  kind: Event['kind']
  list: string | null
  signed: boolean
  ageMs: number
  email: string
  text: string
  identity: Identity
}

/** All of an event that can be known before the transaction. */
export interface PreparedEvent extends Pick<EventRecord, 'id' | 'kind' | 'list' | 'signed' | 'ageMs'> {
  customer: string
  idKey: string
  contentMark: Mark
  payload: Buffer
  /** How much less waits, because unsigned events made room for it. */
  freed?: { waiting: number; waitingBytes: number }
}

export function toRecord(event: IncomingEvent): EventRecord {
  const { id, kind, signed, ageMs, body } = event
  const list = event.kind === 'addToList' ? event.list : null
  return { id, kind, list, signed, ageMs, email: body.email, text: JSON.stringify(body), identity: toIdentity(event) }
}

export function prepareEvent(record: EventRecord, { seal, hash }: { seal: Seal; hash: Hash }): PreparedEvent {
  const { id, kind, list, signed, ageMs, email, text, identity } = record
  const customer = toCustomer(email, hash)
  const contentMark = toContentMark(identity, hash, customer)
  return { id, kind, list, signed, ageMs, customer, contentMark, idKey: toIdKey(id), payload: seal.seal(text, id) }
}
