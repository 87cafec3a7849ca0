/** Reads quantities. */
import { toWhole } from './cents.js'
import { toPlainSigns } from './signs.js'

/**
 * Reads a whole number, or the only run of digits of a text: "× 2", "Quantity: 2" and "2.0000" are 2.
 *
 * Returns undefined for "1.5", "2.000" (which may be two thousand), "-1", "2½".
 */
export function toQuantity(value: unknown): number | undefined {
  if (typeof value !== 'string') return toWhole(value)
  const text = toPlainSigns(value)?.replace(/(\d)[.,](?:0{1,2}|0{4,})(?!\d)/, '$1')
  const runs = text?.match(/(?:-|^[.,])?\d+\p{No}?/gu) ?? []
  return runs.length === 1 ? toWhole(runs[0]) : undefined
}
