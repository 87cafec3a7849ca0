/** Any amount → whole cents, on decimal digits: binary multiplication makes 19.99 × 100 = 1998.9999999999998. */
import type { Cents } from '../../contract/conversion.js'

/**
 * Reads a price as shoppers see it, or as a decimal number, and returns whole cents, half up.
 *
 * Two different separators: the last is the decimal sign. One that repeats groups. One separator before exactly three
 * digits is decided by `decimal`; without it the amount is ambiguous. The Arabic signs mean one thing only.
 * "1.299,00 €" is 129900, "12.5" is 1250, "1.299" with decimal "," is 129900, the number 1.005 is 101.
 * Undefined, never NaN, when there is no number, it is negative, or it is ambiguous.
 */
export function toCents(amount: unknown, decimal?: string): Cents | undefined {
  const isNumber = typeof amount === 'number'
  // Numbers print without an exponent from 1e-6 to 1e21; what is less comes of binary sums that should be 0.
  const text = String(isNumber && Math.abs(amount) < 1e-6 ? 0 : amount)
  const [whole = NaN, fraction = ''] = toParts(text, isNumber ? '.' : decimal)
  const digits = `${fraction}000`
  return toWhole(Number(whole + digits.slice(0, 2)) + Number(digits.slice(2, 3) >= '5'))
}

/** A whole number, or its digits as text: a quantity, or the cents a caller passes. Undefined for 19.99. */
export function toWhole(amount: unknown): Cents | undefined {
  const text = String(amount)
  const whole = /^\d+(\.0+)?$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(whole) ? (whole as Cents) : undefined // the one place that brands
}

/** Text as printed for people → the digits before and behind the decimal sign; nothing when it cannot be told. */
function toParts(text: string, decimal: string | undefined): string[] {
  const [, before = '', number = ''] = /^(\P{Nd}*)(\p{Nd}.*\p{Nd}|\p{Nd})/su.exec(text) ?? []
  const digits = number.replace(/[\s\p{Cf}'’]/gu, '').replace(/\p{Nd}/gu, toLatinDigit)
  if (/[-−－]|(^|[^\p{L}/])[.,٫]$/u.test(before) || /[^\d.,٫٬]|^$/.test(digits)) return []

  const signs = digits.replace(/\d/g, '')
  const sign = signs.slice(-1)
  const others = signs.slice(0, -1)
  const parts = digits.split(/\D/)
  const tail = String(parts.pop())
  const whole = parts.join('')
  if (!sign) return [tail]
  const three = tail.length === 3
  if (sign !== '٬' && !others.includes(sign) && (others || !three || sign === '٫' || sign === decimal))
    return [whole, tail]
  const groups = three && (others ? /^(.)\1+$/.test(signs) : sign === '٬' || /[.,]/.test(`${decimal}`))
  return groups ? [whole + tail] : []
}

/** Unicode's decimal digits stand in runs of ten that begin with zero ("Nd", UAX #44), so the distance is the value. */
function toLatinDigit(digit: string): string {
  let value = 0
  for (const code = digit.codePointAt(0) ?? 0; /\p{Nd}/u.test(String.fromCodePoint(code - value - 1)); ) value += 1
  return String(value % 10)
}
