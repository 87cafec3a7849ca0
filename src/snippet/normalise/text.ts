/** Texts, e-mail addresses and order numbers, as the contract wants them. */
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../../contract/limits.js'
import { safely } from '../safely.js'

/** The longest text that is searched for an address. */
const SEARCHED_CHARACTERS = 2000
/** Nothing stands round it. Told without all the letters of Unicode, which take a browser a millisecond to compile. */
const BARE = /^[\w+#-].*[a-z\d]$/i
/** What templates print when they have no number. */
const NO_NUMBER = /^(|undefined|null|NaN|-?Infinity|\[object Object\]|%.*%)$|{{.*}}/s

/**
 * Unicode NFC, without controls and lone surrogates, trimmed. Anything but text becomes its JSON form.
 * Undefined for what JSON does not know; NaN too, which it calls null.
 */
export function toText(value: unknown): string | undefined {
  const text: string | undefined = typeof value === 'string' ? value : JSON.stringify(value)
  return text === undefined || (text === 'null' && text !== value) ? undefined : clean(text)
}

/** Trimmed, ASCII letters in lower case; undefined when it is none. */
export function toEmail(value: unknown): string | undefined {
  const text = typeof value === 'string' ? clean(value) : ''
  return text.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(text) ? toLowerCase(text) : undefined
}

/** All different addresses in a text of the page. */
export function toEmails(value: unknown): string[] {
  if (typeof value !== 'string') return []
  const link = /^\s*mailto:([^?]*)/i.exec(value)?.[1] ?? value
  // Of a link, and out of the query of another, it is encoded.
  const isCoded = link !== value || !value.includes('@')
  const text = isCoded ? (safely(() => decodeURIComponent(link)) ?? '') : value
  // A sign at its start is part of an address that stands alone; in a sentence it may be a bullet.
  const whole = toEmail(BARE.test(text) ? text : text.replace(/^[^\p{L}\p{N}_+#-]+|[^\p{L}\p{N}]+$/gu, ''))
  if (whole) return [whole]
  const words = text.slice(0, SEARCHED_CHARACTERS).split(/[\s<>"(),;:\\]+/)
  const found = words.flatMap((word) => toEmail(word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}]+$/gu, '')) ?? [])
  return [...new Set(found)]
}

/** Undefined for an unfilled template, and for a number beyond 2^53−1, whose last digits are already lost. */
export function toOrderNumber(value: unknown): string | undefined {
  const isExact = typeof value === 'string' || (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  if (!isExact) return undefined
  const text = clean(String(value))
  return NO_NUMBER.test(text.replace(/\p{Cf}+/gu, '')) ? undefined : text
}

/** ASCII letters only: the others are their owner's. */
export const toLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** ASCII without controls is clean already: a cart of 50 items has some 400 such texts. */
const clean = (text: string) =>
  (/^[ -~]*$/.test(text) ? text : text.normalize().replace(/[\p{Cc}\p{Cs}]+/gu, ' ')).trim()
