/** Cleans texts in linear time: composed (NFC), trimmed, without controls. */
import { FORBIDDEN_KEYS, isPrivateName } from '../contract/limits.js'

/** Most texts are ASCII and clean already. */
const PLAIN = /^[ -~]*$/
const NO_TEXT = /[\p{Cc}\p{Cs}]+/gu
/** Composing sorts the marks of one letter in quadratic time: 64 KB of them take half a second. No script stacks so many. */
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu

/** Composes text (Unicode NFC), takes out controls and lone surrogates, and trims it. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim()
  return text.replace(MARKS_BEYOND, '$1').normalize().replace(NO_TEXT, ' ').trim()
}

/**
 * Turns any value into text. A value that is not text becomes JSON, without the fields of persons.
 *
 * Returns undefined for null and for values that JSON cannot carry.
 */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return cleanText(value)
  if (value === null || value === undefined) return undefined
  const json: string | undefined = JSON.stringify(value, withoutPrivate)
  return json === undefined || json === 'null' ? undefined : cleanText(json)
}

const withoutPrivate = (name: string, value: unknown) =>
  isPrivateName(name) || FORBIDDEN_KEYS.includes(name) ? undefined : value

/** Lower-cases ASCII letters only, because addresses are compared so. */
export const toLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
