/** The shop's own number of an order, or nothing: what stands in its place until it is there is no number. */
import { cleanText } from './text.js'

/** The longest order number that any system has. */
const MAX_LENGTH = 200
/** What programs print when they have none. */
const NO_VALUES = ['', 'undefined', 'null', 'NaN', 'Infinity', '-Infinity', '[object Object]']
/** How templates begin and end that nobody has filled in. */
const TEMPLATES = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['${', '}'],
  ['<%', '%>'],
  ['[[', ']]'],
  ['[{', '}]'],
] as const
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** "Loading…", in any language: the number would have a digit. */
const COMES_LATER = /^\P{N}*(?:…|\.\.\.)$/u

/** Undefined for a placeholder, and for a number beyond 2^53−1, whose last digits are already lost. */
export function toOrderNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined
  const text = cleanText(value)
  return isPlaceholder(text.replace(/\p{Cf}/gu, '')) ? undefined : text
}

const isPlaceholder = (text: string) =>
  NO_VALUES.includes(text) ||
  !HAS_LETTER_OR_DIGIT.test(text) ||
  COMES_LATER.test(text) ||
  (text.length > 1 && text.startsWith('%') && text.endsWith('%')) ||
  TEMPLATES.some(([start, end]) => text.includes(end, text.indexOf(start) + start.length) && text.includes(start))
