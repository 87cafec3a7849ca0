/** How many there are. */
import { MINUS, toWhole } from './cents.js'
import { toLatinDigits } from './digits.js'
import { toSentence } from './text.js'

/** Digits, with the sign that makes of them no whole number: "–1", ".5", "2½". */
const RUN = new RegExp(`(?:${MINUS}|^[.,])?\\d+\\p{No}?`, 'gu')

/**
 * Reads a whole number, or the only run of digits of a text: "× 2", "Quantity: 2" and "2.0000" are 2.
 *
 * Undefined for "1.5", "2.000" (which may be two thousand), "-1".
 */
export function toQuantity(value: unknown): number | undefined {
  const sentence = typeof value === 'string' ? toSentence(value) : undefined
  if (sentence === undefined) return typeof value === 'string' ? undefined : toWhole(value)
  const text = toLatinDigits(sentence).replace(/(\d)[.,](?:0{1,2}|0{4,})(?!\d)/, '$1')
  const runs = text.match(RUN) ?? []
  return runs.length === 1 ? toWhole(runs[0]) : undefined
}
