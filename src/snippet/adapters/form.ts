/** A form the shopper filled in → found contact. */
import type { Fields } from '../fields.js'
import { CONTACT } from '../normalise/contact.js'
import type { Problem } from '../problem.js'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Boxes not checked, what is no text, and what is not for the shopper to fill in or to show. */
const NOT_READ = [
  ':disabled, [type=checkbox]:not(:checked), [type=radio]:not(:checked)',
  'button, [type=submit], [type=image], [type=button], [type=reset], [type=file]',
  '[type=hidden], [type=password], [tabindex="-1"], [aria-hidden=true], [aria-hidden=true] *',
].join()
/** Tokens of cards, passwords and one-time codes. */
const SECRET_TOKEN = /^cc-|password$|^one-time-code$/
const SECRET_NAME = /card.?num|\bcc[-_]|cvc|cvv|iban|captcha|turnstile/i

/**
 * Fields by `autocomplete` token, else by name, and the e-mail by its type; of several the first that is filled in.
 * `type="tel"` says nothing: shops have it on every field of digits, for the keyboard it brings up.
 */
export function readForm(form: HTMLFormElement, problems: Problem[]): Fields {
  const found: Fields = {}
  const fields = [...form.elements].filter(isReadable)
  // First the one of that name, so that no other <input type="email"> is taken for it.
  const named = fields.filter(({ name }) => name === 'email')
  for (const field of [...named, ...fields]) {
    const name = readTokens(field).find(isKnown) ?? (field.type === 'email' ? 'email' : field.name)
    if (name in found) continue
    if (!isKnown(name) && isCard(field.value)) problems.push({ field: name, code: 'card' })
    else found[name] = field.value
  }
  return found
}

const isKnown = (name: string) => CONTACT.known.page.has(name)

/** A field that is filled in, and none that is never read. */
function isReadable(field: Element): field is Field {
  const { name, value }: { name?: string; value?: unknown } = Object(field)
  if (!name || !value || typeof value !== 'string') return false
  const isSecret = SECRET_NAME.test(name) || readTokens(field).some((token) => SECRET_TOKEN.test(token))
  return !isSecret && !field.matches(NOT_READ) && !isOffScreen(field)
}

/** Of the attribute: the property is '' for tokens in an order that the browser does not know. */
const readTokens = (field: Element) => (field.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/)

/** Only robots see such a field, and fill it in. */
function isOffScreen(field: Element): boolean {
  const { right, bottom } = field.getBoundingClientRect()
  return right + scrollX < 0 || bottom + scrollY < 0
}

/** 13 to 19 digits that pass Luhn's check (ISO/IEC 7812-1); a phone number begins with + or 0. */
function isCard(value: string): boolean {
  const digits = value.replace(/[\s-]/g, '')
  const sum = [...digits].reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^[1-9]\d{12,18}$/.test(digits) && sum % 10 === 0
}
