/** A form the shopper filled in → found contact. */
import type { Fields } from '../fields.js'
import { CONTACT_NAMES } from '../normalise/contact.js'
import { toLatinDigits } from '../normalise/digits.js'
import type { Problem } from '../problem.js'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What `autocomplete` calls the API's fields (HTML standard, "autofill field"). */
const TOKENS = new Map([
  ['given-name', 'first_name'],
  ['family-name', 'last_name'],
  ['email', 'email'],
  ['tel', 'phone'],
  ['bday', 'birthdate'],
  ['sex', 'gender'],
  ['language', 'language'],
  ['address-line1', 'address1'],
  ['address-line2', 'address2'],
  ['address-level2', 'city'],
  ['address-level1', 'state'],
  ['postal-code', 'postal_code'],
  ['country', 'country'],
])
/** Not for the shopper to fill in, or no text. */
const NOT_READ_TYPES = new Set(['password', 'hidden', 'file', 'submit', 'image', 'button', 'reset'])
/** Tokens of cards, passwords and one-time codes. */
const SECRET_TOKEN = /^cc-|password$|^one-time-code$/
const SECRET_NAME = /card.?num|\bcc[-_]|cvc|cvv|iban|captcha|turnstile/i

/**
 * Fields by `autocomplete` token, else by name, and the e-mail by its type; of several the first that is filled in.
 * `type="tel"` says nothing: shops have it on every field of digits, for the keyboard it brings up.
 */
export function readForm(form: HTMLFormElement, problems: Problem[]): Fields {
  const found: Fields = {}
  const fields = [...form.elements].filter(isField).filter(isReadable)
  // First the one of that name, so that no other <input type="email"> is taken for it.
  const byName = fields.filter(({ name }) => name === 'email')
  for (const field of [...byName, ...fields]) {
    const name = toName(field)
    if (name in found) continue
    if (!CONTACT_NAMES.has(name) && isCard(field.value)) problems.push({ field: name, code: 'card' })
    else found[name] = field.value
  }
  return found
}

const isField = (element: Element): element is Field => 'name' in element && 'value' in element && 'type' in element

/** Never secrets, cards, what is not for the shopper to fill in or see, and boxes and radios not checked. */
function isReadable(field: Field): boolean {
  const isChosen = !('checked' in field) || !/^(checkbox|radio)$/.test(field.type) || field.checked
  const isSecret = SECRET_NAME.test(field.name) || readTokens(field).some((token) => SECRET_TOKEN.test(token))
  const isOpen = !NOT_READ_TYPES.has(field.type) && !field.matches(':disabled')
  return field.name !== '' && field.value !== '' && isChosen && isOpen && !isSecret && !isTrap(field)
}

/** Of the attribute: the property is '' for tokens in an order that the browser does not know. */
const readTokens = (field: Field) => (field.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/)

/** A field that only robots see, and fill in. */
function isTrap(field: Field): boolean {
  const { right, bottom } = field.getBoundingClientRect()
  const isOffScreen = right + scrollX < 0 || bottom + scrollY < 0
  return isOffScreen || field.getAttribute('tabindex') === '-1' || field.closest('[aria-hidden="true"]') !== null
}

function toName(field: Field): string {
  const token = readTokens(field).find((each) => TOKENS.has(each)) ?? (field.type === 'email' ? 'email' : '')
  return TOKENS.get(token) ?? field.name
}

/** 13 to 19 digits that pass Luhn's check (ISO/IEC 7812-1); a phone number begins with + or 0. */
function isCard(value: string): boolean {
  const digits = toLatinDigits(value).replace(/[\s-]/g, '')
  if (!/^[1-9]\d{12,18}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (1 + (index % 2))
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
