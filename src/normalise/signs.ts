/** Turns the signs of amounts and quantities in any script into the few that are matched here. */

const MINUS = /[\p{Pd}\u2212\u02d7\u207b\u208b\u2796]/gu
/** The longest text, blanks counted once, in which a number is looked for: a sentence. */
const MAX_SENTENCE = 200
/** The longest text with its blanks, because templates indent. */
const MAX_RAW = 2_000

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/**
 * Returns the text with Latin digits, one kind of minus, brackets and blanks, and without format characters: "١٢٫٥٠ –" is "12٫50 -".
 *
 * Returns undefined for a text that is too long to be about one number. If it were cut, it could be another number.
 */
export function toPlainSigns(text: string): string | undefined {
  if (text.length > MAX_RAW) return undefined
  const sentence = text.replace(/\s+/g, ' ').trim()
  if (sentence.length > MAX_SENTENCE) return undefined
  return sentence
    .replace(/\p{Cf}/gu, '')
    .replace(/(?!\d)\p{Nd}/gu, (digit) => String(toValue(digit)))
    .replace(MINUS, '-')
    .replace(/\p{Ps}/gu, '(')
    .replace(/\p{Pe}/gu, ')')
}

/** Unicode has the ten digits of each script in a row from zero, without gaps between rows that touch (chapter 4.6, "Numeric Value"). */
function toValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (isDigit(first - 1)) first--
  return (code - first) % 10
}
