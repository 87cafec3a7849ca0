/** Cleans texts: composed (NFC), trimmed, without controls. The time for it grows with their length and no faster. */
import { FORBIDDEN_KEYS, PRIVATE_NAME } from '../contract/limits.js'

/** Most text is ASCII, and is as it should be. */
const PLAIN = /^[ -~]*$/
const NO_TEXT = /[\p{Cc}\p{Cs}]+/gu
/** Composing sorts the marks of one letter, each against each: 64 KB of them cost half a second. No script stacks so many. */
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu

/** Composes text (Unicode NFC), takes out controls and lone surrogates, and trims it. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim()
  return text.replace(MARKS_BEYOND, '$1').normalize().replace(NO_TEXT, ' ').trim()
}

/**
 * Makes text of anything: what is no text becomes its JSON form, without fields of persons.
 *
 * Undefined for what says nothing: null, and what JSON does not know.
 */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return cleanText(value)
  if (value === null || value === undefined) return undefined
  const json: string | undefined = JSON.stringify(value, withoutPrivate)
  return json === undefined || json === 'null' ? undefined : cleanText(json)
}

const withoutPrivate = (name: string, value: unknown) =>
  PRIVATE_NAME.test(name) || FORBIDDEN_KEYS.includes(name) ? undefined : value

/** Lower-cases ASCII letters only, as the e-mail address is compared. */
export const toLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
