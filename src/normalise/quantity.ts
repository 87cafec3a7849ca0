/** Reads quantities. */
import { toWhole } from './cents.js'
import { toPlainSigns } from './signs.js'

/**
 * Reads a whole number, or the only run of digits of a text: "× 2", "Quantity: 2" and "2.0000" are 2.
 *
 * "2.000" may be two thousand. It is 2 if the cart has fewer pieces than that. Returns undefined for "1.5", "-1", "2½".
 *
 * @param count the most pieces that the text may mean
 */
export function toQuantity(value: unknown, count = Number.MAX_SAFE_INTEGER): number | undefined {
  if (typeof value !== 'string') return toWhole(value)
  const plain = toPlainSigns(value)?.replace(/(\d)[.,](?:0{1,2}|0{4,})(?!\d)/, '$1')
  const [, thousands] = /(?<![\d.,])(\d{1,3})[.,]000(?!\d)/.exec(plain ?? '') ?? []
  const text = Number(thousands) * 1000 > count ? plain?.replace(/[.,]000(?!\d)/, '') : plain
  const runs = text?.match(/(?:-|^[.,])?\d+\p{No}?/gu) ?? []
  return runs.length === 1 ? toWhole(runs[0]) : undefined
}
