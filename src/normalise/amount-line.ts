/** The line that has the amount, in a text of several lines: "Total: € 25.50" above "2 items". */

/** Signs and words for money. Three capitals alone may be a word, such as VAT. */
const MONEY =
  /\p{Sc}|(?<!\p{L})(?:AED|AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HUF|INR|JPY|MXN|NOK|NZD|PLN|RON|SAR|SEK|TRY|USD|ZAR|kr|zł|Kč|Ft|lei|Rs|руб|лв)(?!\p{L})/u
const DIGIT = /\p{Nd}/u
/** Some pages show the cents of an amount in a box of their own. The decimal sign then is at the seam. */
const SEAM = /(?<=\p{Nd})\n(?=[.,٫]\p{Nd})|(?<=\p{Nd}[.,٫])\n(?=\p{Nd}{2}\s*(?:\p{Sc}|$))/gu
/** The longest text that is looked at. */
const MAX_LENGTH = 2_000

/**
 * Returns the text itself if digits are on one line only. Of several such lines, the amount is on the only line with a currency, if each
 * other line has a word that says what its number is. Returns undefined if that is not clear: two lines could be read as one number.
 */
export function toAmountLine(text: string): string | undefined {
  if (!text.includes('\n') || text.length > MAX_LENGTH) return text
  const whole = text.replace(SEAM, '')
  const numbers = whole.split('\n').filter((line) => DIGIT.test(line))
  if (numbers.length < 2) return whole
  const [amount, ...others] = numbers.filter((line) => MONEY.test(line))
  const isClear = numbers.every((line) => line === amount || /\p{L}/u.test(line))
  return others.length === 0 && isClear ? amount : undefined
}
