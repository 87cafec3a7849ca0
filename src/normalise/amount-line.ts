/** The line that has the amount, in a text of several lines: "Total: € 25.50" above "2 items". And the currency that it prints. */

/** Codes of currencies that shops print. Other words of three capitals, such as VAT, are not money. */
const CODES =
  'AED|ARS|AUD|BDT|BGN|BHD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JOD|JPY|KES|KRW|KWD|LKR|MAD|MXN|MYR|NGN|NOK|NZD|OMR|PEN|PHP|PKR|PLN|QAR|RON|RSD|RUB|SAR|SEK|SGD|THB|TND|TRY|TWD|UAH|USD|UYU|VND|ZAR'
const WORDS = 'kr|zł|Kč|Ft|lei|Rp|Rs|RM|руб|грн|лв|дин|[درجل]\\.[أ-ي]'
/** Matches whole words only. */
const toPattern = (words: string) => `(?<!\\p{L})(?:${words})(?!\\p{L})`
/** Signs and words for money. */
const MONEY = new RegExp(`\\p{Sc}|${toPattern(`${CODES}|${WORDS}`)}`, 'u')
const CODE = new RegExp(toPattern(CODES), 'u')
/** Dollars have the letters of their country: "US$", "R$". */
const SIGN = new RegExp(`(?<!\\p{L})\\p{Lu}{1,3}\\$|${MONEY.source}`, 'u')
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

/** Reads the currency that is printed with an amount, as the page prints it: its code, else its sign or word. */
export const toPrintedCurrency = (text: string): string | undefined => (CODE.exec(text) ?? SIGN.exec(text))?.[0]
