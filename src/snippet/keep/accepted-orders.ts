/** Orders this browser has had accepted: a thank-you page loaded again is not a second order. */

import { type Fields, toFields } from '../fields.js'
import { parseJson } from '../safely.js'
import { toId } from './id.js'
import { ACCEPTED_KEY, type Persistence, readStored, writeStored } from './storage.js'

const MAX_ORDERS = 50
const REMEMBER_MS = 2_592_000_000 // 30 days

/** @returns when it was accepted, in milliseconds since 1970; undefined when it was not */
export function readAcceptedAt(settings: Persistence, identity: string): number | undefined {
  const { salt, marks } = readAccepted(settings)
  const { [toHash(salt, identity)]: at } = marks
  return at === undefined ? undefined : Number(at)
}

export function rememberAccepted(settings: Persistence, identity: string): void {
  const { salt = toId(), marks } = readAccepted(settings)
  marks[toHash(salt, identity)] = Date.now()
  write(settings, salt, marks)
}

/** Lets this browser send the order again, for a test. False when it was not remembered, or cannot be forgotten. */
export function forgetAccepted(settings: Persistence, identity: string): boolean {
  const { salt, marks } = readAccepted(settings)
  const hash = toHash(salt, identity)
  return hash in marks && delete marks[hash] && write(settings, salt, marks)
}

const write = (settings: Persistence, salt: unknown, marks: Fields): boolean =>
  writeStored(
    settings,
    ACCEPTED_KEY,
    JSON.stringify({ salt, marks: toObject(Object.entries(marks).slice(-MAX_ORDERS)) }),
  )

/** The secret of this browser, where it has one, and when each order was accepted, by its hash; oldest first. */
function readAccepted(settings: Persistence): { salt: unknown; marks: Fields } {
  const { salt, marks } = toFields(parseJson(readStored(settings, ACCEPTED_KEY)))
  const recent = Object.entries(toFields(marks)).filter(([, at]) => Date.now() - Number(at) < REMEMBER_MS)
  return { salt, marks: toObject(recent) }
}

const toObject = (entries: [string, unknown][]): Fields => Object.fromEntries(entries)

/**
 * What an order is remembered by: 64 bits, salted, so that nobody who reads it learns who has ordered what.
 * Synchronous, as the request has to leave in the task of the call; so it is no `crypto.subtle`.
 */
export function toHash(salt: unknown, identity: string): string {
  const text = salt + identity
  return toHalf(text, 0x01000193) + toHalf(text, 0x5bd1e995)
}

/** FNV-1a with a multiplier of one's own: two that differ make one hash of twice the width. */
function toHalf(text: string, multiplier: number): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), multiplier)
    hash ^= hash >>> 15 // else a letter never moves the bits below it
  }
  return `x${(hash >>> 0).toString(16)}`
}
