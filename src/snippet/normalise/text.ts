/** Texts, e-mail addresses and order numbers, as the contract wants them. */
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../../contract/limits.js'
import { attempt } from '../attempt.js'

/**
 * Unicode NFC, without controls and lone surrogates, trimmed. Anything but text becomes its JSON form.
 * Blank where there is nothing to say (NaN); undefined for what JSON does not know or refuses.
 */
export function toText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : attempt(() => JSON.stringify(value))?.replace(/^null$/, '')
  return text
    ?.normalize()
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
}

/** Trimmed, ASCII letters in lower case; undefined when it is none. */
export function toEmail(value: unknown): string | undefined {
  const email = toText(value)?.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return email && email.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(email) ? email : undefined
}

/** What templates print when they have no number. */
const NO_NUMBER = /^(|undefined|null|NaN|\[object Object\]|.*\{\{.*\}\}.*|%.*%)$/

/** Undefined for an unfilled template, and for a number beyond 2^53−1, whose last digits are already lost. */
export function toOrderNumber(value: unknown): string | undefined {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(toText(value)) : ''
  return NO_NUMBER.test(text) ? undefined : text
}
