/** Decides whether a text has the number of an account (IBAN) or of a card. */
import type { IsSecret } from '../../core/filter.js'

/** 15 characters of a country's account and more. */
const IBAN = /\b[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){3}/
/** Groups of digits, with up to three signs between them. */
const GROUPS = /\+?\d+(?:[\W_]{1,3}\d+)*/g
/** Digits that shoppers have on keyboards of Arabic, Persian and East Asian languages. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g

/** The names of a field in a form are in its row. */
export const isSecret: IsSecret = (text, [part, row], { form }) => {
  const names = part === 'form' ? String(form?.[Number(row)]?.slice(0, 2)) : ''
  if (/phone|\btel/i.test(names)) return false
  return IBAN.test(text) || (toLatinDigits(text).match(GROUPS) ?? []).some(hasCard)
}

const toLatinDigits = (text: string) => text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))

/** Tries all neighbouring groups, because a date or a code may follow the number of a card. A telephone number may begin with +. */
function hasCard(text: string): boolean {
  const groups = text.startsWith('+') ? [] : text.split(/\D+/)
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
