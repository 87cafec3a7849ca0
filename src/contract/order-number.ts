/** Tells order numbers from words such as `(not set)`. This file imports nothing, so page and proxy can both use it. */

/** The longest known order number, in characters. */
const MAX_LENGTH = 200

/** @param text trimmed, without format characters */
export function isOrderNumber(text: string): boolean {
  if (text.length > MAX_LENGTH || isNoValue(text)) return false
  // A script or a spreadsheet rounds a number to a text such as 1.23457E+12. All orders of a day then have this text.
  const isRounded = /^\d(?:[.,]\d+)?e\+\d+$/i.test(text)
  // Labels and messages have blanks or other signs. A number without a digit is one word, such as PrestaShop's XKBKNABJK.
  return !isRounded && !isTemplate(text) && /\p{N}|^[a-z]+(?:-[a-z]+)*$/iu.test(text)
}

/** Recognises a template that was not filled in: `{{ id }}`, `${id}`, `<%= id %>`. */
const isTemplate = (text: string): boolean =>
  /\{\{.*\}\}|\{%.*%\}|\$\{.*\}|<%.*%>|\[\[.*\]\]|\[\{.*\}\]|^%.*%$/s.test(text)

/** Words that programs and people print instead of a value, in lower case, without signs around them. */
const NO_VALUES = [
  ...['undefined', 'null', 'nan', 'none', 'nil', 'false', 'true', 'not set', 'not provided', 'n/a', 'na', 'infinity'],
  ...['loading', 'pending', 'unknown', 'orderid', 'order-id', 'ordernumber', 'order-number', 'transactionid'],
]
/** The longest text that may be one of these words. */
const MAX_WORD = 32

/** Recognises a text that replaces a missing value: `(not set)`, `#N/A`, `0`. */
export function isNoValue(text: string): boolean {
  if (text.length > MAX_WORD) return false
  const word = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase()
  return NO_VALUES.includes(word) || /^0*$/.test(word)
}
