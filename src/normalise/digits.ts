/** Decimal digits of any script → 0 to 9. */

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Answers the same text with Latin digits: "١٢٫٥٠" is "12٫50". */
export function toLatinDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => String(toValue(digit)))
}

/** Unicode keeps the ten digits of a script in a row from zero, and rows that touch are whole (chapter 4.6, "Numeric Value"). */
function toValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (isDigit(first - 1)) first--
  return (code - first) % 10
}
