/** Random names. `getRandomValues` is there on http pages too, where `crypto.randomUUID` is not. */
import { safely } from '../safely.js'

/** A random UUID, version 4 (RFC 9562). */
export const toId = (): string => 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, toRandomDigit)

function toRandomDigit(): string {
  const [byte] = safely(() => crypto.getRandomValues(new Uint8Array(1))) ?? []
  return ((byte ?? Math.random() * 256) & 15).toString(16) // a page may have lost its crypto
}
