/** Any amount → whole cents, on decimal digits: binary multiplication makes 19.99 × 100 = 1998.9999999999998. */
import type { Cents } from '../contract/conversion.js'
import { toLatinDigits } from './digits.js'
import { toSentence } from './text.js'

/** What one sign before exactly three digits means: nothing else of an amount depends on where it stands. */
export type LoneSigns = Record<'.' | ',', 'decimal' | 'groups' | 'ambiguous'>

export const LONE_SIGNS = {
  /** Data has decimal numbers as programs write them; a comma may be anything. */
  data: { '.': 'decimal', ',': 'ambiguous' },
  /** Shoppers see prices with two decimals or none. */
  shown: { '.': 'groups', ',': 'groups' },
  /** In these currencies they see three. */
  threeDecimals: { '.': 'decimal', ',': 'decimal' },
  /** Or mostly none, though ISO 4217 says three. */
  unknown: { '.': 'ambiguous', ',': 'ambiguous' },
  dotIsDecimal: { '.': 'decimal', ',': 'groups' },
  commaIsDecimal: { '.': 'groups', ',': 'decimal' },
} satisfies Record<string, LoneSigns>

/** Why there are no cents. */
export type NoCents = 'ambiguous_amount' | 'negative' | 'unreadable'

/** A minus of any kind. */
export const MINUS = '[\\p{Pd}\\u2212\\u02d7\\u207b\\u208b\\u2796]'
const IS_MINUS = new RegExp(MINUS, 'u')
/** A hyphen within a word: "Sub-total". */
const HYPHEN = /(?<=\p{L})-(?=\p{L})/gu
/** A minus or an open bracket, with nothing behind it but blanks and currency signs. */
const NEGATIVE_BEFORE = new RegExp(`(?:${MINUS}|\\p{Ps})[\\s\\p{Sc}\\p{Cf}]{0,4}$`, 'u')
const NEGATIVE_BEHIND = new RegExp(`^ ?${MINUS}`, 'u')
/** A sign that may belong to the digits (".50"); behind a letter it belongs to the currency ("Rs.50", "S/.50"). */
const SIGN_BEFORE = /(?:^|[^\p{L}/])[.,٫٬]$/u
/** "45,-", "45,--", "1’299.–", "1 299:-", "1,499/-", "45,=": there are no cents. */
const WHOLE_MARK = new RegExp(`^ ?(?:[.,:] ?|/)(?:${MINUS}{1,2}|=)`, 'u')
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const RAISED_BEHIND = new RegExp(`^ ?([.,٫]?)([${RAISED}]{1,9})`, 'u')
/** No digits as here, but numbers: "2½". */
const OTHER_NUMBER = /^\p{No}/u
/** What stands between the digits of one number; longer is none. */
const MAX_NUMBER = 64
/** The first group is of one to three digits, and not 0; the last is of three, those between also of two (12,34,567). */
const GROUPS = /^[1-9]\d{0,2}([.,٬])(?:\d{2,3}\1)*\d{3}$/
/** What binary sums leave of zero is smaller. */
const SMALLEST = 1e-6

/**
 * Reads a decimal number, or a price as shoppers see it, and returns whole cents, half up.
 *
 * Two different separators: the last is the decimal sign. One that repeats groups. One separator before exactly three
 * digits is decided by `lone`.
 * "1.299,00 €" is 129900, "12.5" is 1250, "1.299" is 129900 where shoppers see it and 130 in data, "12⁹⁹" is 1299.
 * A word in place of cents: no amount, a negative one, or one that may be two.
 */
export function toCents(amount: unknown, lone: LoneSigns): Cents | NoCents {
  if (typeof amount === 'number') return fromNumber(amount)
  const sentence = typeof amount === 'string' ? toSentence(amount) : undefined
  if (sentence === undefined) return 'unreadable'
  const text = toLatinDigits(sentence)
  const first = text.search(/\d/)
  if (first === -1) return 'unreadable'
  const end = findEnd(text)
  const before = text.slice(0, first).replace(HYPHEN, '')
  return end - first > MAX_NUMBER ? 'unreadable' : fromParts(before, text.slice(first, end), text.slice(end), lone)
}

function fromNumber(amount: number): Cents | NoCents {
  if (amount <= -SMALLEST) return 'negative'
  return toHundredths(amount < SMALLEST ? '0' : String(amount))
}

/** Where the last digit ends. */
function findEnd(text: string): number {
  let end = text.length
  while (end > 0 && !/\d/.test(text.charAt(end - 1))) end--
  return end
}

function fromParts(before: string, number: string, behind: string, lone: LoneSigns): Cents | NoCents {
  const digits = toDigits(number)
  if (digits === undefined || OTHER_NUMBER.test(behind.replace(RAISED_BEHIND, ''))) return 'unreadable'
  const isWhole = WHOLE_MARK.test(behind)
  if (NEGATIVE_BEFORE.test(before) || (!isWhole && NEGATIVE_BEHIND.test(behind))) return 'negative'
  const isMarked =
    IS_MINUS.test(before) || isOpen(before) || SIGN_BEFORE.test(before) || (!isWhole && endsInMinus(behind))
  if (isMarked) return 'unreadable'
  const raised = toRaised(digits, behind)
  const decimal = raised ?? toDecimal(digits, isWhole ? LONE_SIGNS.shown : lone)
  return decimal === 'ambiguous_amount' || decimal === 'unreadable' ? decimal : toHundredths(decimal)
}

/**
 * Leaves nothing but digits and the signs between them. Blanks and apostrophes group, wherever: they become the one sign that
 * never means anything else. Undefined where something else stands between the digits.
 */
function toDigits(number: string): string | undefined {
  const digits = number
    .replace(/\p{Cf}/gu, '')
    .replace(/ ?([.,٫٬]) ?/g, '$1')
    .replace(/[ '’]/g, '٬')
  return /^[\d.,٫٬]+$/.test(digits) ? digits : undefined
}

/** A bracket that is not closed before the number. */
function isOpen(before: string): boolean {
  let open = false
  for (const sign of before) {
    if (/\p{Ps}/u.test(sign)) open = true
    else if (/\p{Pe}/u.test(sign)) open = false
  }
  return open
}

/** A minus at the very end, closing brackets apart; of "19,-" the dash was a whole mark. */
function endsInMinus(behind: string): boolean {
  let end = behind.length
  while (end > 0 && /[\s\p{Pe}]/u.test(behind.charAt(end - 1))) end--
  return end > 0 && IS_MINUS.test(behind.charAt(end - 1))
}

/** Reads two raised digits behind a whole number as its cents, and those behind a decimal sign; others are footnotes. */
function toRaised(digits: string, behind: string): string | undefined {
  const [, sign, raised = ''] = RAISED_BEHIND.exec(behind) ?? []
  const whole = toDecimal(digits, LONE_SIGNS.shown)
  if (!/^\d+$/.test(whole) || (raised.length !== 2 && !sign)) return undefined
  return `${whole}.${[...raised].map((digit) => RAISED.indexOf(digit)).join('')}`
}

/** Makes a plain decimal number of digits and the signs between them: "1.299,00" is "1299.00". */
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

/** Reads a whole number, or its digits as text: a count, or the cents a caller passes. Undefined for 19.99. */
export function toWhole(amount: unknown): Cents | undefined {
  const isText = typeof amount === 'string' && amount.length <= MAX_NUMBER && /^\d+$/.test(amount)
  const number = isText ? Number(amount) : amount
  return isWholeNumber(number) ? number : undefined
}

/** Brands, as the one place that does. */
const isWholeNumber = (number: unknown): number is Cents => Number.isSafeInteger(number) && Number(number) >= 0

/** Shifts decimal digits by the exponent. */
const toHundredths = (decimal: string) => toWhole(Math.round(Number(`${decimal}e2`)) + 0) ?? 'unreadable' // + 0: never −0
