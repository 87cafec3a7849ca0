/** Orders this browser has had accepted: a thank-you page loaded again is not a second order. */
import { toFields } from './fields.js'
import { toRandomHex } from './id.js'
import { parseJson } from './safely.js'
import { ACCEPTED_KEY, readStored, writeStored } from './storage.js'

const MAX_ORDERS = 50
const REMEMBER_MS = 2_592_000_000 // 30 days

export function wasAccepted(identity: string): boolean {
  const { salt, marks } = readAccepted()
  return salt !== undefined && marks.has(toMark(salt, identity))
}

export function rememberAccepted(identity: string): void {
  const { salt = toRandomHex(), marks } = readAccepted()
  const latest = [...marks.set(toMark(salt, identity), Date.now())].slice(-MAX_ORDERS)
  writeStored(ACCEPTED_KEY, JSON.stringify({ salt, marks: Object.fromEntries(latest) }))
}

/** The secret of this browser, where it has one, and when each order was accepted, by its mark; oldest first. */
function readAccepted(): { salt: unknown; marks: Map<string, unknown> } {
  const { salt, marks } = toFields(parseJson(readStored(ACCEPTED_KEY)))
  const isRecent = ([, at]: [string, unknown]) => Date.now() - Number(at) < REMEMBER_MS
  return { salt, marks: new Map(Object.entries(toFields(marks)).filter(isRecent)) }
}

/**
 * What an order is remembered by: 64 bits, salted, so that nobody who reads it learns who has ordered what.
 * Synchronous, as the request has to leave in the task of the call; so it is no `crypto.subtle`.
 */
export function toMark(salt: unknown, identity: string): string {
  const text = salt + identity
  return toHash(text, 0x01000193) + toHash(text, 0x5bd1e995)
}

/** FNV-1a with a multiplier of one's own: two that differ make one hash of twice the width. */
function toHash(text: string, multiplier: number): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), multiplier)
    hash ^= hash >>> 15 // else a letter never moves the bits below it
  }
  return `x${(hash >>> 0).toString(16)}`
}
