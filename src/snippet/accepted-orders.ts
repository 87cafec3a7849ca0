/** Orders this browser has had accepted: a thank-you page loaded again is not a second order. */
import { toRandomHex } from './id.js'
import { ORDER_KEY, readKeys, readStored, removeStored, SALT_KEY, writeStored } from './storage.js'

const MAX_ORDERS = 50
const REMEMBER_MS = 2_592_000_000 // 30 days

/**
 * What an order is remembered by: 64 bits, salted by a secret of this browser, so that nobody who reads it learns who
 * has ordered what. Synchronous, as the request has to leave in the task of the call; so it is no `crypto.subtle`.
 */
export function toMark(identity: string): string {
  const text = readSalt() + identity
  return toHash(text, 0x01000193) + toHash(text, 0x5bd1e995)
}

/** FNV-1a with a multiplier of one's own: two that differ make one hash of twice the width. */
function toHash(text: string, multiplier: number): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), multiplier)
    hash ^= hash >>> 15 // else a letter never moves the bits below it
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function readSalt(): string {
  const stored = readStored(SALT_KEY)
  if (stored) return stored
  const salt = toRandomHex(16)
  writeStored(SALT_KEY, salt)
  return salt
}

export function wasAccepted(identity: string): boolean {
  return Date.now() - Number(readStored(ORDER_KEY + toMark(identity)) ?? 0) < REMEMBER_MS
}

export function rememberAccepted(identity: string): void {
  writeStored(ORDER_KEY + toMark(identity), String(Date.now()))
  forgetOld()
}

export function eraseAccepted(): void {
  for (const key of [...readKeys(ORDER_KEY), SALT_KEY]) removeStored(key)
}

/** Forgets what is past its time, and the oldest of too many. */
export function forgetOld(): void {
  const times = readKeys(ORDER_KEY).map((key) => ({ key, at: Number(readStored(key)) }))
  times
    .sort((one, other) => other.at - one.at)
    .filter(({ at }, rank) => rank >= MAX_ORDERS || !(Date.now() - at < REMEMBER_MS))
    .forEach(({ key }) => {
      removeStored(key)
    })
}
