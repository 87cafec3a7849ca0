/** 15 characters of a country's account and more. */
const IBAN = /\b[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){3}/

/** Checks whether the text has a card number or an IBAN. */
export const isSecret = (text: string): boolean => IBAN.test(text) || hasCard(text)

/** Finds 13 to 19 digits that pass Luhn's check (ISO/IEC 7812-1), with blanks, dots or hyphens between them. */
export const hasCard = (text: string): boolean =>
  (text.match(/(?:^|\D)[1-9](?:[ .-]?\d){12,18}(?!\d)/g) ?? []).some(isCard)

function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const doubled = Number(digits[index]) * ((digits.length - index) % 2 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
