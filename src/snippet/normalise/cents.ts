/** Any amount → whole cents, on decimal digits: binary multiplication makes 19.99 × 100 = 1998.9999999999998. */
import type { Cents } from '../../contract/conversion.js'

/**
 * Reads a price as shoppers see it, or as a decimal number, and returns whole cents, half up.
 *
 * Two different separators: the last is the decimal sign. One that repeats groups. One separator before exactly three
 * digits is decided by `decimal`; without it the amount is ambiguous. The Arabic signs mean one thing only.
 * "1.299,00 €" is 129900, "12.5" is 1250, "1.299" with decimal "," is 129900, the number 1.005 is 101.
 * Undefined, never NaN, when there is no number, it is negative, ambiguous, or grouped as nobody groups: "0.500" with
 * decimal ",".
 */
export function toCents(amount: unknown, decimal?: string): Cents | undefined {
  // Numbers print without an exponent from 1e-6 to 1e21; what is less comes of binary sums that should be 0.
  if (typeof amount === 'number') return toCents(String(Math.abs(amount) < 1e-6 ? 0 : amount), '.')

  const text = String(amount).replace(/\p{Nd}/gu, (digit) => `${toLatinDigit(digit)}`)
  // From the first digit to the last. No minus before them, and no dot but one that ends a currency: Rs. or S/.
  const [, number = ''] = /^(?:[^\d−－-]*(?:[^\d−－.,٫-]|[\p{L}/][.,٫]))?(\d(?:.*\d)?)/su.exec(text) ?? []
  const digits = number
    .replace(/[\s\p{Cf}'’]/gu, '')
    // Once `decimal` has told which it is, one more digit makes it plain: 1.2990 or 1.299,0; or no number at all.
    .replace(/^\d+([.,])\d{3}$/, (all, sign) => all + (sign === decimal ? '' : /[.,]/.exec(`${decimal}`)) + 0)
  // Groups are of three, before the last also of two (12,34,567); the first is shorter, never 0. Where nothing is
  // grouped, \2 is blank and forbids nothing.
  const [, whole, , fraction = ''] =
    /^(\d+|[1-9]\d?\d?([.,٬])(?:\d\d\d?\2)*\d{3})(?:(?!\2\d)[.,٫](\d+))?$/.exec(digits) ?? []
  return toWholeCents(
    Number(whole?.replace(/\D/g, '') + `${fraction}00`.slice(0, 2)) + Number(fraction.slice(2) >= '5'),
  )
}

/** What a caller passes is cents already: a whole number, or its digits as text. Undefined for 19.99. */
export function toWholeCents(amount: unknown): Cents | undefined {
  const cents = typeof amount === 'string' && /^\d+$/.test(amount) ? Number(amount) : amount
  return Number.isSafeInteger(cents) && Number(cents) >= 0 ? (cents as Cents) : undefined // the one place that brands
}

/** Unicode's decimal digits stand in runs of ten that begin with zero ("Nd", UAX #44): each is one more than the last. */
function toLatinDigit(sign: string): number {
  if (!/\p{Nd}/u.test(sign)) return 9
  return (toLatinDigit(String.fromCodePoint(Number(sign.codePointAt(0)) - 1)) + 1) % 10
}
