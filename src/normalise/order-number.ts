/** Reads the shop's own number of an order. Texts that stand in its place until it is known are not numbers. */
import { cleanText } from './text.js'

/** The longest order number that any system has. */
const MAX_LENGTH = 200
/** Words that programs and reports print if they have no value, in small letters and without the signs round them. */
const NO_VALUES = new Set([
  ...['undefined', 'null', 'nan', 'none', 'nil', 'false', 'true', 'not set', 'not provided', 'n/a', 'na', 'infinity'],
  ...['loading', 'pending', 'unknown', 'orderid', 'order-id', 'ordernumber', 'order-number', 'transactionid'],
])
/** The longest text that may be such a word. */
const MAX_WORD = 32
/** How a template that was not filled in begins and ends. */
const TEMPLATES = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['${', '}'],
  ['<%', '%>'],
  ['[[', ']]'],
  ['[{', '}]'],
] as const
/** An order number without a digit is one word, such as PrestaShop's XKBKNABJK. Labels and messages have blanks or other signs. */
const WORD = /^[A-Za-z]+(?:-[A-Za-z]+)*$/
/** A large number that a script or a spreadsheet has rounded: `1e+21`, `1.23457E+12`. Orders of one day have one such text. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d+$/i

/** Returns undefined for a placeholder, and for a number beyond 2^53−1, whose last digits are already lost. */
export function toOrderNumber(value: unknown): string | undefined {
  const isExact = typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER
  const said = isExact ? String(value) : value
  if (typeof said !== 'string' || said.length > MAX_LENGTH) return undefined
  const text = cleanText(said)
  return isPlaceholder(text.replace(/\p{Cf}/gu, '')) ? undefined : text
}

const isPlaceholder = (text: string) =>
  isNoValue(text) ||
  ROUNDED.test(text) ||
  !(/\p{N}/u.test(text) || WORD.test(text)) ||
  (text.length > 1 && text.startsWith('%') && text.endsWith('%')) ||
  TEMPLATES.some(([start, end]) => text.includes(end, text.indexOf(start) + start.length) && text.includes(start))

/** Tells whether a text only says that there is no value: `(not set)`, `#N/A`, `0`. */
export function isNoValue(text: string): boolean {
  if (text.length > MAX_WORD) return false
  const word = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase()
  return NO_VALUES.has(word) || /^0*$/.test(word)
}
