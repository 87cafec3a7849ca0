/** The signs of an amount or a quantity, in any script → the few that are matched here. */

const MINUS = /[\p{Pd}\u2212\u02d7\u207b\u208b\u2796]/gu
/** The longest text, blanks counted once, in which a number is looked for: a sentence. */
const MAX_SENTENCE = 200
/** The part of a text that is looked at before its blanks are counted: templates indent. */
const MAX_RAW = 2_000

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/**
 * Answers the same text with Latin digits, one kind of minus, brackets and blanks, and no format characters: "١٢٫٥٠ –" is "12٫50 -".
 *
 * Undefined for what is too long to be about one number: cut, it would be another number.
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

/** Unicode keeps the ten digits of a script in a row from zero, and rows that touch are whole (chapter 4.6, "Numeric Value"). */
function toValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (isDigit(first - 1)) first--
  return (code - first) % 10
}
