/** A form the shopper filled in → found contact. */
import type { Fields } from '../fields.js'
import { CONTACT } from '../normalise/contact.js'
import { toLatinDigits } from '../normalise/digits.js'
import type { Problem } from '../problem.js'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Boxes not checked, what is no text, and what is not for the shopper to fill in or to show. */
const NOT_READ = [
  ':disabled, [type=checkbox]:not(:checked), [type=radio]:not(:checked)',
  'button, [type=submit], [type=image], [type=button], [type=reset], [type=file]',
  '[type=hidden], [type=password], [tabindex*="-1"], [aria-hidden*="true" i], [aria-hidden*="true" i] *',
].join()
/** Of passwords, one-time codes and cards: tokens of `autocomplete`, and words of a name. */
const SECRET_TOKEN = /^cc-|password$|^one-time-code$/
const SECRET_NAME =
  /password|passwort|passwd|captcha|turnstile|card ?num|credit ?card|\b(pwd|t?otp|one time|sms code|pin|cvc|cvv|cvn|ccv|csc|iban|security code|cc \w+|cc ?num\w*|card (no|nr|code|exp\w*))\b/

/**
 * Fields by `autocomplete` token, else by name, and the e-mail by its type; of several the first that is filled in.
 * `type="tel"` says nothing: shops have it on every field of digits, for the keyboard it brings up.
 */
export function readForm(form: HTMLFormElement, problems: Problem[]): Fields {
  const found: Fields = {}
  // By its getter: <input name="elements"> stands before it in the form's own properties.
  const fields = [...Reflect.get(HTMLFormElement.prototype, 'elements', form)].filter(isReadable)
  // First the one that says so, so that no other <input type="email"> is taken for it.
  const named = fields.filter((field) => field.name === 'email' || readTokens(field).includes('email'))
  for (const field of [...named, ...fields]) {
    const name = readTokens(field).find(isKnown) ?? (field.type === 'email' ? 'email' : field.name)
    if (name in found) continue
    if (!isKnown(name) && hasCard(field.value)) problems.push({ field: name, code: 'card' })
    else found[name] = field.value
  }
  return found
}

const isKnown = (name: string) => CONTACT.known.page.has(name)

/** A field that is filled in, and none that is never read. */
function isReadable(field: Element): field is Field {
  const { name, value }: { name?: string; value?: unknown } = Object(field)
  if (!name || !value || typeof value !== 'string') return false
  const isSecret = SECRET_NAME.test(toWords(name)) || readTokens(field).some((token) => SECRET_TOKEN.test(token))
  return !isSecret && !field.matches(NOT_READ) && !isUnseen(field)
}

/** "payment[ccNumber2]" is "payment cc number". */
const toWords = (name: string) =>
  name
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

/** Of the attribute: the property is '' for tokens in an order that the browser does not know. */
const readTokens = (field: Element) => (field.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/)

/** Only robots see such a field, and fill it in. Choices are often shown by something else. */
function isUnseen(field: Element): boolean {
  const { right, bottom } = field.getBoundingClientRect()
  const isHidden = getComputedStyle(field).display === 'none' && !field.matches('select, [type=radio], [type=checkbox]')
  return isHidden || right + scrollX < 0 || bottom + scrollY < 0
}

const hasCard = (value: string) =>
  toLatinDigits(value)
    .split(/\p{L}+/u)
    .some(isCard)

/** 13 to 19 digits that pass Luhn's check (ISO/IEC 7812-1), whatever stands between them; a phone number begins with + or 0. */
function isCard(text: string): boolean {
  const digits = text.trim().replace(/(?!^\+)\D/g, '')
  const sum = [...digits].reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^[1-9]\d{12,18}$/.test(digits) && sum % 10 === 0
}
