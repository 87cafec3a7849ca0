/** Converts amounts to whole cents on decimal digits, because in binary 19.99 × 100 is 1998.9999999999998. */
import type { Cents } from '../contract/conversion.js'
import { LONE_SIGNS, type LoneSigns } from './lone-signs.js'
import { toPlainSigns } from './signs.js'

/** The reason for a missing amount. */
export type NoCents = 'ambiguous_amount' | 'negative' | 'unreadable'

/** The number from its first to its last digit, and the texts before and after it. */
const PARTS = /^(\D*)(\d(?:.*\d)?)(\D*)$/u
/** A hyphen within a word: "Sub-total". */
const HYPHEN = /(?<=\p{L})-(?=\p{L})/gu
/** A minus or an open bracket, followed only by blanks and currency signs. */
const NEGATIVE_BEFORE = /[-(][\s\p{Sc}]{0,4}$/u
const NEGATIVE_BEHIND = /^ ?-/
/** A minus at the very end, closing brackets apart. */
const ENDS_IN_MINUS = /-[ )]{0,9}$/
/** A sign that may belong to the digits (".50"); after a letter it belongs to the currency ("Rs.50", "S/.50"). */
const SIGN_BEFORE = /(?:^|[^\p{L}/])[.,٫٬]$/u
/** Marks of whole amounts: "45,-", "45,--", "1’299.–", "1 299:-", "1,499/-", "45,=". */
const WHOLE_MARK = /^ ?(?:[.,:] ?|\/)(?:--?|=)/
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const RAISED_BEHIND = new RegExp(`^ ?([.,٫]?)([${RAISED}]{1,9})`, 'u')
/** Signs that are numbers but not digits: "2½". */
const OTHER_NUMBER = /^\p{No}/u
/** The longest text from the first to the last digit of one number. */
const MAX_NUMBER = 64
/** The first group has one to three digits and does not start with 0. The last has three, the others two or three (12,34,567). */
const GROUPS = /^[1-9]\d{0,2}([.,٬])(?:\d{2,3}\1)*\d{3}$/
/** Binary sums leave less than this in the place of zero. */
const SMALLEST = 1e-6

/**
 * Converts a decimal number, or a price as shoppers see it, to whole cents, half up.
 *
 * Of two different separators, the last is the decimal sign. A separator that repeats groups digits. `lone` decides about one
 * separator before exactly three digits.
 * "1.299,00 €" is 129900, "12.5" is 1250, "1.299" is 129900 as shoppers see it and 130 in data, "12⁹⁹" is 1299.
 * Returns a word if the amount is unreadable, negative or ambiguous.
 *
 * @param times a whole number: the exact amount is multiplied before it is rounded
 */
export function toCents(amount: unknown, lone: LoneSigns, times = 1): Cents | NoCents {
  if (typeof amount === 'number') return fromNumber(amount, times)
  const text = typeof amount === 'string' ? toPlainSigns(amount) : undefined
  const [, before = '', number = '', behind = ''] = PARTS.exec(text ?? '') ?? []
  const digits = number.length > MAX_NUMBER ? undefined : toDigits(number)
  return digits === undefined ? 'unreadable' : fromParts(before.replace(HYPHEN, ''), digits, behind, lone, times)
}

function fromNumber(amount: number, times: number): Cents | NoCents {
  if (amount <= -SMALLEST) return 'negative'
  return toHundredths(amount < SMALLEST ? '0' : String(amount), times)
}

/**
 * Keeps only digits and the signs between them. Blanks and apostrophes always group digits, so they become the Arabic group sign,
 * which has no other meaning. Returns undefined if another sign is between the digits.
 */
function toDigits(number: string): string | undefined {
  const digits = number.replace(/ ?([.,٫٬]) ?/g, '$1').replace(/[ '’]/g, '٬')
  return /^[\d.,٫٬]+$/.test(digits) ? digits : undefined
}

function fromParts(before: string, digits: string, behind: string, lone: LoneSigns, times: number): Cents | NoCents {
  if (OTHER_NUMBER.test(behind.replace(RAISED_BEHIND, ''))) return 'unreadable'
  const isWhole = WHOLE_MARK.test(behind)
  if (NEGATIVE_BEFORE.test(before) || (!isWhole && NEGATIVE_BEHIND.test(behind))) return 'negative'
  const isBracketed = before.lastIndexOf('(') > before.lastIndexOf(')')
  if (before.includes('-') || isBracketed || SIGN_BEFORE.test(before)) return 'unreadable'
  if (!isWhole && ENDS_IN_MINUS.test(behind)) return 'unreadable'
  const decimal = withRaised(digits, behind) ?? toDecimal(digits, isWhole ? LONE_SIGNS.shown : lone)
  return decimal === 'ambiguous_amount' || decimal === 'unreadable' ? decimal : toHundredths(decimal, times)
}

/** Reads two raised digits after a whole number, or raised digits after a decimal sign, as cents. Others are footnotes. */
function withRaised(digits: string, behind: string): string | undefined {
  const [, sign, raised = ''] = RAISED_BEHIND.exec(behind) ?? []
  const whole = toDecimal(digits, LONE_SIGNS.shown)
  if (!/^\d+$/.test(whole) || (raised.length !== 2 && !sign)) return undefined
  return `${whole}.${[...raised].map((digit) => RAISED.indexOf(digit)).join('')}`
}

/** Turns digits and the signs between them into a plain decimal number: "1.299,00" is "1299.00". */
function toDecimal(digits: string, lone: LoneSigns): string | 'ambiguous_amount' | 'unreadable' {
  const signs = digits.replace(/\d/g, '')
  const last = signs.slice(-1)
  if (last === '') return digits
  const at = digits.lastIndexOf(last)
  const [whole, rest] = [digits.slice(0, at), digits.slice(at + 1)]
  const isOneKind = signs === last.repeat(signs.length)
  if (last === '٬' || (isOneKind && signs.length > 1)) return toGrouped(digits) ?? 'unreadable'
  const isLone = signs.length === 1 && rest.length === 3
  if (isLone && (last === '.' || last === ',') && lone[last] !== 'decimal')
    return (lone[last] === 'groups' && toGrouped(digits)) || 'ambiguous_amount'
  const isRight = isOneKind || (GROUPS.test(whole) && !whole.includes(last))
  return isRight ? `${whole.replace(/\D/g, '')}.${rest}` : 'unreadable'
}

const toGrouped = (digits: string) => (GROUPS.test(digits) ? digits.replace(/\D/g, '') : undefined)

/** Reads a whole number, or its digits as text: a count, or the cents that a caller passes. Returns undefined for 19.99. */
export function toWhole(amount: unknown): Cents | undefined {
  const isText = typeof amount === 'string' && amount.length <= MAX_NUMBER && /^\d+$/.test(amount)
  const number = isText ? Number(amount) : amount
  return isWholeNumber(number) ? number : undefined
}

/** Brands a number as cents. Only this function does. */
const isWholeNumber = (number: unknown): number is Cents => Number.isSafeInteger(number) && Number(number) >= 0

/** The most decimals that are multiplied exactly. */
const MAX_DECIMALS = 30

/** Shifts decimal digits by the exponent, and rounds half up, once. */
function toHundredths(decimal: string, times: number): Cents | 'unreadable' {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d*))?$/.exec(decimal) ?? []
  if (whole === undefined || times === 1 || decimals.length > MAX_DECIMALS)
    return toWhole(Math.round(Number(`${decimal}e2`) * times) + 0) ?? 'unreadable' // + 0: never −0
  const unit = 10n ** BigInt(decimals.length)
  const hundredths = BigInt(whole + decimals) * BigInt(times) * 100n
  return toWhole(Number((2n * hundredths + unit) / (2n * unit))) ?? 'unreadable'
}
