/** Any amount → whole cents, on decimal digits: binary multiplication makes 19.99 × 100 = 1998.9999999999998. */
import type { Cents } from '../../contract/conversion.js'
import type { Reading } from '../problem.js'
import { toLatinDigits } from './digits.js'
import { toReading, UNREADABLE } from './reading.js'

/** The decimal sign of a page; undefined where nobody knows it. */
export type Decimal = '.' | ',' | undefined

/** What an amount means: cents, as a caller passes them; or a page's decimals, and how it writes them. */
export type Amounts = { unit: 'cents' } | { unit: 'decimal'; readDecimal: () => Decimal }

const AMBIGUOUS: Reading<never> = { problem: 'ambiguous_amount' }
/** A minus of any kind, in a set of signs. */
const MINUS = '\\p{Pd}\\u2212\\u02d7\\u207b\\u2796'
/** Before the first digit: a minus, an open bracket, or a sign that may belong to the digits (".50", not "Rs.50"). */
const REFUSED_BEFORE = new RegExp(`[${MINUS}]|[(（][^)）]*$|(^|[^\\p{L}/])[.,٫٬]$`, 'u')
/** Behind the last: a minus there or at the very end (not the dash of "19,-"), or a small digit ("19⁹⁹"). */
const REFUSED_BEHIND = new RegExp(`^\\s*[${MINUS}]|[^.,][${MINUS}]\\s*$|^\\p{No}`, 'u')
/** The first group is of one to three digits, and not 0; the last is of three, those between also of two (12,34,567). */
const GROUPS = /^[1-9]\d{0,2}([.,٬])(?:\d{2,3}\1)*\d{3}$/

/** An amount of a caller or a page. */
export function toAmount(value: unknown, amounts: Amounts): Reading<Cents> {
  return amounts.unit === 'cents' ? toReading(toWhole(value)) : toCents(value, amounts.readDecimal)
}

/**
 * Reads a decimal number, or a price as shoppers see it, and returns whole cents, half up.
 *
 * Two different separators: the last is the decimal sign. One that repeats groups. One separator before exactly three
 * digits is decided by the page's decimal sign, which is asked for only then.
 * "1.299,00 €" is 129900, "12.5" is 1250, "1.299" with decimal "," is 129900, the number 1.005 is 101.
 * `unreadable` when there is no number, it is negative or too large; `ambiguous_amount` when it may be two.
 */
export function toCents(amount: unknown, readDecimal: () => Decimal): Reading<Cents> {
  if (typeof amount === 'number') return toHundredths(amount.toFixed(6)) // what binary sums leave of zero has an exponent
  if (typeof amount !== 'string') return UNREADABLE
  const [, before = '', said, behind = ''] = /^(\D*)(\d.*\d|\d)(\D*)$/s.exec(toLatinDigits(amount)) ?? []
  const digits = said?.replace(/[\s'’\p{Cf}]+/gu, '')
  if (!digits || /[^\d.,٫٬]/.test(digits) || REFUSED_BEFORE.test(before) || REFUSED_BEHIND.test(behind))
    return UNREADABLE
  return toSeparated(digits, readDecimal)
}

/** Of a page: a discount, a refund. */
export function isNegative(amount: unknown): boolean {
  return typeof amount === 'number' ? amount < 0 : typeof amount === 'string' && NEGATIVE.test(amount)
}
const NEGATIVE = new RegExp(`^[^\\d\\p{L}]*[${MINUS}(][^\\d\\p{L}]*\\d`, 'u')

/** A whole number, or its digits as text: a count, or the cents a caller passes. Undefined for 19.99. */
export function toWhole(amount: unknown): Cents | undefined {
  const number = typeof amount === 'string' && /^\d+$/.test(amount) ? Number(amount) : amount
  return isWhole(number) ? number : undefined
}

/** The one place that brands. */
const isWhole = (number: unknown): number is Cents => Number.isSafeInteger(number) && Number(number) >= 0

/** Digits and signs between them, nothing else. */
function toSeparated(digits: string, readDecimal: () => Decimal): Reading<Cents> {
  const signs = digits.match(/\D/g) ?? []
  const last = signs.at(-1)
  if (!last) return toHundredths(digits)
  const isOnly = signs.every((sign) => sign === last)
  if (isOnly && (signs.length > 1 || last === '٬')) return toGrouped(digits)
  const at = digits.lastIndexOf(last)
  const [whole, rest] = [digits.slice(0, at), digits.slice(at + 1)]
  // The Arabic decimal sign is never one that groups.
  if (isOnly && rest.length === 3 && last !== '٫') {
    const decimal = readDecimal()
    if (decimal !== last) return decimal && GROUPS.test(digits) ? toGrouped(digits) : AMBIGUOUS
  }
  if (last === '٬' || whole.includes(last) || !(isOnly || GROUPS.test(whole))) return UNREADABLE
  return toHundredths(`${whole.replace(/\D/g, '')}.${rest}`)
}

const toGrouped = (digits: string) => (GROUPS.test(digits) ? toHundredths(digits.replace(/\D/g, '')) : UNREADABLE)

/** The exponent shifts decimal digits. */
const toHundredths = (digits: string) => toReading(toWhole(Math.round(Number(`${digits}e2`)) + 0)) // + 0: never −0
