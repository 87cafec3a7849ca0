/** Random names. `getRandomValues` is there on http pages too, where `crypto.randomUUID` is not. */
import { safely } from '../safely.js'

/** 16 random bytes. */
export function toRandomHex(): string {
  const zeros = new Uint8Array(16)
  const numbers = safely(() => crypto.getRandomValues(zeros)) ?? zeros.map(() => Math.random() * 256) // a page may have lost its crypto
  let hex = ''
  for (const number of numbers) hex += (number + 256).toString(16).slice(1)
  return hex
}

/** A random UUID, version 4 (RFC 9562). */
export function toId(): string {
  const hex = toRandomHex()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
