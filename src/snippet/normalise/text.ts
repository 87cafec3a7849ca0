/** Texts, e-mail addresses and order numbers, as the contract wants them. */
import { EMAIL_PATTERN } from '../../contract/limits.js'
import type { Reading } from '../problem.js'
import { toReading, UNREADABLE } from './reading.js'

/** The longest text that is searched for an address. */
const SEARCHED_CHARACTERS = 2000
/** What templates print when they have no number. */
const NO_NUMBER = /^(|undefined|null|NaN|Infinity|\[object Object\]|%.*%)$|{{.*}}/s

/** Unicode NFC, without controls and lone surrogates, trimmed. Anything but text becomes its JSON form. */
export function toText(value: unknown): Reading<string> {
  const text = typeof value === 'string' ? value : toJson(value)
  return text === undefined ? UNREADABLE : { value: clean(text) }
}

/** Trimmed, ASCII letters in lower case. */
export function toEmail(value: unknown): Reading<string> {
  if (typeof value !== 'string') return UNREADABLE
  const text = clean(value)
  return EMAIL_PATTERN.test(text) ? { value: toLowerCase(text) } : UNREADABLE
}

/** The one address in a text that shoppers read; two are a problem, of the code `two_emails`. */
export function toEmailInText(text: string): Reading<string> {
  const whole = toEmail(text)
  if ('value' in whole) return whole
  const words = text.slice(0, SEARCHED_CHARACTERS).split(/[\s<>"(),;:\\]+/)
  const found = words
    .filter((word) => word.includes('@'))
    .map((word) => toEmail(word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}]+$/gu, '')))
    .flatMap((reading) => ('value' in reading ? [reading.value] : []))
  return new Set(found).size > 1 ? { problem: 'two_emails' } : toReading(found[0])
}

/** Not of an unfilled template, nor a number beyond 2^53−1, whose last digits are already lost. */
export function toOrderNumber(value: unknown): Reading<string> {
  const isExact = typeof value === 'string' || (typeof value === 'number' && value <= Number.MAX_SAFE_INTEGER)
  const text = isExact ? clean(String(value)) : ''
  return NO_NUMBER.test(text) ? { problem: 'no_order_number' } : { value: text }
}

/** ASCII letters only: the others are their owner's. */
export const toLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const clean = (text: string) =>
  text
    .normalize()
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

/** Undefined for what JSON does not know, NaN too, which it calls null. */
function toJson(value: unknown): string | undefined {
  const json: string | undefined = JSON.stringify(value)
  return json === 'null' ? undefined : json
}
