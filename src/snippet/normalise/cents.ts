/** Any amount → whole cents, on decimal digits: binary multiplication makes 19.99 × 100 = 1998.9999999999998. */
import type { Cents } from '../../contract/conversion.js'
import { toLatinDigits } from './digits.js'

/** The decimal sign of a page; undefined where nobody knows it. Asked for only when an amount depends on it. */
export type ReadDecimal = () => '.' | ',' | undefined

/** A minus of any kind. */
export const MINUS = '[\\p{Pd}\\u2212\\u02d7\\u207b\\u208b\\u2796]'
/** Before the first digit: a minus, an open bracket, or a sign that may belong to the digits (".50", not "Rs.50"). */
const REFUSED_BEFORE = new RegExp(`${MINUS}|\\p{Ps}\\P{Pe}*$|(^|[^\\p{L}/])[.,٫٬]$`, 'u')
/** Behind the last: a minus there or at the very end (not the dash of "19,-"), or a small digit ("19⁹⁹"). */
const REFUSED_BEHIND = new RegExp(`^\\s*${MINUS}|[^.,]${MINUS}[\\s\\p{Pe}]*$|^\\p{No}`, 'u')
/** A minus or an open bracket directly before the first digit, or a minus directly behind the last. */
const NEGATIVE = new RegExp(`^\\D*(?:(?:${MINUS}|\\p{Ps})[\\s\\p{Sc}\\p{Cf}]*\\d|\\d[\\d.,]*\\s*${MINUS})`, 'u')
/** What binary sums leave of zero is smaller. */
const SMALLEST = 1e-6
/** The first group is of one to three digits, and not 0; the last is of three, those between also of two (12,34,567). */
const GROUPS = /^[1-9]\d{0,2}([.,٬])(?:\d{2,3}\1)*\d{3}$/

/**
 * Reads a decimal number, or a price as shoppers see it, and returns whole cents, half up.
 *
 * Two different separators: the last is the decimal sign. One that repeats groups. One separator before exactly three
 * digits is decided by the page's decimal sign.
 * "1.299,00 €" is 129900, "12.5" is 1250, "1.299" with decimal "," is 129900, the number 1.005 is 101.
 * Undefined when there is no number, it is negative, too large, or may be two.
 */
export function toCents(amount: unknown, readDecimal: ReadDecimal): Cents | undefined {
  if (typeof amount === 'number')
    return amount > -SMALLEST ? toHundredths(amount < SMALLEST ? '0' : String(amount)) : undefined
  if (typeof amount !== 'string') return undefined
  const [, before = '', said = '', behind = ''] = /^(\D*)(\d.*\d|\d)(\D*)$/s.exec(toLatinDigits(amount)) ?? []
  const digits = said.replace(/[\s'’\p{Cf}]/gu, '')
  const isAmount = /^[\d.,٫٬]+$/.test(digits) && !REFUSED_BEFORE.test(before) && !REFUSED_BEHIND.test(behind)
  return isAmount ? toSeparated(digits, readDecimal) : undefined
}

/** On a page with another decimal sign it would be an amount. */
export function isAmbiguous(amount: unknown): boolean {
  return toCents(amount, () => '.') !== undefined || toCents(amount, () => ',') !== undefined
}

/** A discount, and no price: "EUR -5.00", "(5.00)", "5.00-"; not "–" or "(each 5.00)". */
export function isNegative(amount: unknown): boolean {
  return typeof amount === 'number' ? amount < 0 : typeof amount === 'string' && NEGATIVE.test(toLatinDigits(amount))
}

/** A whole number, or its digits as text: a count, or the cents a caller passes. Undefined for 19.99. */
export function toWhole(amount: unknown): Cents | undefined {
  const number = typeof amount === 'string' && /^\d+$/.test(amount) ? Number(amount) : amount
  return isWhole(number) ? number : undefined
}

/** The one place that brands. */
const isWhole = (number: unknown): number is Cents => Number.isSafeInteger(number) && Number(number) >= 0

/** Digits and signs between them, nothing else. */
function toSeparated(digits: string, readDecimal: ReadDecimal): Cents | undefined {
  const signs = digits.replace(/\d/g, '')
  const last = signs.slice(-1)
  if (!last) return toHundredths(digits)
  const at = digits.lastIndexOf(last)
  const [whole, rest] = [digits.slice(0, at), digits.slice(at + 1)]
  const isOneKind = signs === last.repeat(signs.length)
  const isOpen = signs.length === 1 && rest.length === 3 && /[.,]/.test(last) // the Arabic signs mean one thing each
  const decimal = isOpen ? readDecimal() : last
  const isGrouped = last === '٬' || (isOneKind && signs.length > 1) || decimal !== last
  if (isGrouped) return decimal && GROUPS.test(digits) ? toHundredths(digits.replace(/\D/g, '')) : undefined
  const isRight = isOneKind || (GROUPS.test(whole) && !whole.includes(last))
  return isRight ? toHundredths(`${whole.replace(/\D/g, '')}.${rest}`) : undefined
}

/** The exponent shifts decimal digits. */
const toHundredths = (digits: string) => toWhole(Math.round(Number(`${digits}e2`)) + 0) // + 0: never −0
