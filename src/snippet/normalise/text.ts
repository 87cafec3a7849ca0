/** Texts, e-mail addresses and order numbers, as the contract wants them. */
import { EMAIL_PATTERN } from '../../contract/limits.js'

/** Unicode NFC, without controls and lone surrogates, trimmed. Anything but text becomes its JSON form; throws without one. */
export function toText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value))
    .normalize()
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
}

/** What the pattern matches, ASCII letters in lower case; undefined when it does not. */
export function toMatch(pattern: RegExp): (value: unknown) => string | undefined {
  return (value) =>
    toText(value)
      .match(pattern)?.[0]
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Trimmed, ASCII letters in lower case; undefined when it is none. */
export const toEmail = toMatch(EMAIL_PATTERN)

/** Throws for an unfilled template, and for a number beyond 2^53−1, whose last digits are already lost. */
export function toOrderNumber(value: unknown): string {
  const text = toText(`${value}`)
  // What templates print when they have no number.
  if (/^(|undefined|null|NaN|\[object Object\]|%.*%)$|{{.*}}/.test(text)) throw 'no_order_number'
  if (((value as { toFixed?: () => number }).toFixed?.() as number) >= 2 ** 53) throw 'no_order_number'
  return text
}
