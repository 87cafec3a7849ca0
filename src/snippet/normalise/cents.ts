/** Any amount → whole cents, on decimal digits: binary multiplication makes 19.99 × 100 = 1998.9999999999998. */
import type { Cents } from '../../contract/conversion.js'

/** The decimal sign of a page, any other sign where it is not known; asked for only when an amount depends on it. */
export type Decimal = false | (() => string)

/**
 * Reads a price as shoppers see it, or as a decimal number, and returns whole cents, half up.
 *
 * Two different separators: the last is the decimal sign. One that repeats groups. One separator before exactly three
 * digits is decided by `decimal`, which is asked only then; without such a sign the amount is ambiguous. The Arabic
 * signs mean one thing only.
 * "1.299,00 €" is 129900, "12.5" is 1250, "1.299" with decimal "," is 129900, the number 1.005 is 101.
 * Groups are of three, before the last also of two (12,34,567); the first is shorter, and never 0.
 * Without `decimal` it is no page's but a caller's amount, in cents.
 * Throws when there is no number, or it is negative: `ambiguous_amount` where that is why. Undefined when it is too large.
 */
export function toCents(amount: unknown, decimal?: Decimal): Cents | undefined {
  if (!decimal) return toWhole(amount)
  // What binary sums leave of zero prints with an exponent; six decimals are exact, and never exactly three.
  // Digits up to U+0DFF: the zeros of Arabic and Persian are at multiples of 16, those of India's scripts 6 behind one.
  const text =
    (amount as number).toFixed?.(6) ??
    (amount as string).replace(
      /(?=[0-\u0dff])\p{Nd}[\s\p{Cf}'’]*/gu,
      (digit) => ((digit.charCodeAt(0) - ((digit > '\u07ff') as unknown as number) * 6) & 15) as unknown as string,
    ) // anything else throws
  // Digits with the sign that groups them, if that shows; the decimal sign with its digits. A minus before them, or a
  // sign that may belong to them (".50", not "Rs.50"), does not match; nor does any other sign between them.
  const [, whole, group, sign, rest = ''] = text.match(
    /^(?:[^-−\d]*(?:[a-z/]\.|[^-−\d.,٫]))?(\d+|[1-9]\d?\d?([.,٬])(?:\d\d\d?\2)*\d{3})(?:([.,٫])(\d+))?\D*$/i,
  ) as unknown as [string, string, string?, string?, string?] // no match throws
  // The Arabic decimal sign, the only one behind "/", is never one that groups.
  const point = !group && rest.length === 3 && (sign as string) < '/' && decimal()
  const isGroup = point && point !== sign
  if (isGroup ? !/^[.,][1-9]\d?\d?$/.test(point + whole) : sign && sign === group) throw 'ambiguous_amount'
  // The exponent shifts decimal digits.
  return toWhole(Math.round(+`${whole.replace(/\D/g, '')}${isGroup ? '' : '.'}${rest}e2`))
}

/** A whole number, or its digits as text: a quantity, or the cents a caller passes. Undefined for 19.99. */
export function toWhole(amount: unknown): Cents | undefined {
  return /^\d{1,15}$/.test(amount as string) ? (+(amount as string) as Cents) : undefined // the one place that brands
}
