/** A platform's decimal amounts → whole cents, on decimal digits: binary multiplication makes 19.99 × 100 = 1998.9999999999998. */

/** Platforms keep up to six decimals of a part of a price; more than these are none of any price. */
const DECIMALS = 12
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,12}))?$/

/**
 * The sum of decimal amounts in whole cents, half up: "19.99" is 1999, "16.806723" and "3.193277" are 2000.
 *
 * Undefined when one of them is negative, no decimal number, or the sum is too large.
 */
export function toCents(...amounts: unknown[]): number | undefined {
  const parts = amounts.map(toUnits)
  let sum = 0n
  for (const part of parts) {
    if (part === undefined) return undefined
    sum += part
  }
  const perCent = 10n ** BigInt(DECIMALS - 2)
  const cents = Number((sum + perCent / 2n) / perCent)
  return Number.isSafeInteger(cents) ? cents : undefined
}

function toUnits(amount: unknown): bigint | undefined {
  const text = typeof amount === 'number' ? String(amount) : amount
  const [, whole, decimals = ''] = (typeof text === 'string' && DECIMAL.exec(text)) || []
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(DECIMALS, '0'))
}

/** As a page's script writes the same number: "4.20" is "4.2". Undefined for what is no amount. */
export const toAmountText = (amount: unknown): string | undefined =>
  toUnits(amount) === undefined ? undefined : String(Number(amount))

/** Cents of one, where they come out even. */
export function toShare(cents: number | undefined, count: number | undefined): number | undefined {
  if (cents === undefined || count === undefined || count === 0) return undefined
  return cents % count === 0 ? cents / count : undefined
}
