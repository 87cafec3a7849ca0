/** Decides whether a text has the number of an account (IBAN) or of a card. */
import { DIGITS, type IsSecret } from '../../core/filter.js'

/** The number of an account: its country, two digits, perhaps its bank, and ten digits or more. */
const IBAN = /(\b|_|iban)[a-z]{2}\d\d([^\p{L}\p{N}]*[a-z]){0,4}([^\p{L}\p{N}]*\d){10}/iu
/** Groups of digits, with any signs between them. */
const GROUPS = /\d+(?:[^\p{L}\p{N}]+\d+)*/gu
/** Digits of other scripts. */
const OTHER_DIGITS = /(?!\d)\p{Nd}/gu

/** The names of a field in a form are in its row. */
export const isSecret: IsSecret = (text, place, { form }) => {
  const [part, row] = place.split('.')
  const names = part === 'form' ? String(form?.[Number(row)]?.slice(0, 2)) : ''
  if (DIGITS.test(names)) return false
  return IBAN.test(text) || (toLatinDigits(text).match(GROUPS) ?? []).some(hasCard)
}

const toLatinDigits = (text: string) => text.replace(OTHER_DIGITS, (digit) => String(toValue(digit)))

/** Counts the digits before it. Unicode has the ten digits of a script next to each other, from 0. */
function toValue(digit: string): number {
  const code = Number(digit.codePointAt(0))
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}

/** Tries all neighbouring groups, because a date or a code may follow the number of a card. */
function hasCard(text: string): boolean {
  const groups = text.split(/\D+/)
  return groups.some((_, start) => {
    const ends = groups.slice(start, start + 19).map((_, index) => groups.slice(start, start + index + 1).join(''))
    return ends.some(isCard)
  })
}

/** Recognises 13 to 19 digits that pass Luhn's check (ISO/IEC 7812-1). */
function isCard(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const doubled = Number(digits[index]) * ((digits.length - index) % 2 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return /^[1-9]\d{12,18}$/.test(digits) && sum % 10 === 0
}
