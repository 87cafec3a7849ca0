/** A row of `events` and what is sealed beside it. Whatever changes what `totals` counts of a row goes through here. */
import type { Seal } from '../seal.js'
import type { EventRow, Moving } from './types.js'

/** Nobody has it under way. */
export const FREE = { lease: '', leased_until: 0 }

export async function changeEvent(moving: Moving, event: EventRow, changes: Partial<EventRow>) {
  const columns = Object.keys(changes).map((name, place) => `${name} = ?${place + 2}`)
  const sql = `UPDATE events SET ${columns.join(', ')} WHERE seq = ?1`
  await moving.ask(sql, [event.seq, ...Object.values(changes)])
  moving.count(-1, event)
  moving.count(1, { ...event, ...changes })
}

/** What binds problems to their event; see `Seal`. */
export const toProblemsLabel = (id: string) => `${id} problems`

/** @returns undefined when the record is damaged or no key opens it, which must not stop the others */
export function openRecord(seal: Seal, record: Uint8Array | ArrayBuffer, label: string): string | undefined {
  try {
    return seal.open(toBuffer(record), label)
  } catch {
    return undefined
  }
}

/** @returns the body as JSON, or undefined likewise */
export function openPayload(seal: Seal, record: Uint8Array | ArrayBuffer, id: string): string | undefined {
  const text = openRecord(seal, record, id)
  if (text === undefined || seal.isSecret) return text // the seal says that nobody changed it
  try {
    JSON.parse(text)
    return text
  } catch {
    return undefined
  }
}

const toBuffer = (bytes: Uint8Array | ArrayBuffer) =>
  bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
