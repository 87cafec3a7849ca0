/** Reads the shop's own number of an order. */
import { isOrderNumber } from '../contract/order-number.js'
import { cleanText } from './text.js'

/** The longest text that is cleaned. */
const MAX_CLEANED = 1_000

/** Returns undefined for a placeholder, and for a number beyond 2^53−1, whose last digits are already lost. */
export function toOrderNumber(value: unknown): string | undefined {
  const isExact = typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER
  const own = isExact ? String(value) : value
  if (typeof own !== 'string' || own.length > MAX_CLEANED) return undefined
  const text = cleanText(own)
  return isOrderNumber(text.replace(/\p{Cf}/gu, '')) ? text : undefined
}
