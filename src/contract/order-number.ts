/** Tells order numbers from words such as `(not set)`. Imports nothing, so page and proxy can both use it. */

/** The longest order number that any system has. */
const MAX_LENGTH = 200

/** @param text trimmed, without format characters */
export function isOrderNumber(text: string): boolean {
  if (text.length > MAX_LENGTH || isNoValue(text)) return false
  // A number that a script or a spreadsheet has rounded, such as 1.23457E+12, is one text for all orders of a day.
  const isRounded = /^\d(?:[.,]\d+)?e\+\d+$/i.test(text)
  const isTemplate = /\{\{.*\}\}|\{%.*%\}|\$\{.*\}|<%.*%>|\[\[.*\]\]|\[\{.*\}\]|^%.*%$/s.test(text)
  // Labels and messages have blanks or other signs. A number without a digit is one word, such as PrestaShop's XKBKNABJK.
  return !isRounded && !isTemplate && /\p{N}|^[a-z]+(?:-[a-z]+)*$/iu.test(text)
}

/** Words that programs and people print in place of a value, in lower case, without signs round them. */
const NO_VALUES = [
  ...['undefined', 'null', 'nan', 'none', 'nil', 'false', 'true', 'not set', 'not provided', 'n/a', 'na', 'infinity'],
  ...['loading', 'pending', 'unknown', 'orderid', 'order-id', 'ordernumber', 'order-number', 'transactionid'],
]
/** The longest text that may be one of these words. */
const MAX_WORD = 32

/** The text stands for a missing value: `(not set)`, `#N/A`, `0`. */
export function isNoValue(text: string): boolean {
  if (text.length > MAX_WORD) return false
  const word = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase()
  return NO_VALUES.includes(word) || /^0*$/.test(word)
}
