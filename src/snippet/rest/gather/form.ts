/** Reads a form that a shopper has filled in, field by field, without its secret fields. */
import type { Problem, Raw } from '../../../contract/raw.js'
import { hasCard } from './is-secret.js'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Types of fields that do not have a text of the shopper. */
const NOT_READ_TYPE = /^(button|submit|image|reset|file|hidden|password)$/
/** Fields that the shopper cannot fill in, and unchecked boxes. */
const NOT_READ = ':disabled, [type=checkbox]:not(:checked), [type=radio]:not(:checked)'
/** Passwords, one-time codes and cards: tokens of `autocomplete`, and words of a name. */
const SECRET_TOKEN = /^cc-|password$|^one-time-code$/
const SECRET_NAME =
  /passw|passphrase|kennwort|wachtwoord|contrase|mot ?de ?passe|captcha|turnstile|card ?num|credit ?card|\b((user|login)?(pass|pwd)|mdp|t?otp|one time|sms code|pin|cvc|cvv|cvn|ccv|csc|iban|security code|cc \w+|cc ?num\w*|card (no|nr|code|exp\w*))\b/

/** @returns name, `autocomplete`, type and value of each field that is filled in */
export function readForm(form: HTMLFormElement, problems: Problem[]): NonNullable<Raw['form']> {
  return readFields(form)
    .filter(isReadable)
    .flatMap((field) => {
      const { name, type, value } = field
      if (isHoneypot(field, form)) return []
      if (isPhone(field) || isEmail(field) || !hasCardNumber(value))
        return [[name, readTokens(field).join(' '), type, value]]
      problems.push({ field: name, code: 'card' })
      return []
    })
}

/** Lists the fields by the prototype's getter: <input name="elements"> hides the form's own property. */
export const readFields = (form: HTMLFormElement): Element[] => [
  ...Reflect.get(HTMLFormElement.prototype, 'elements', form),
]

/** Fields that an event of the shopper has changed. A program's events are not trusted. */
const changed = new WeakSet<EventTarget>()

export function hearChange({ isTrusted, target }: Event): void {
  if (isTrusted && target) changed.add(target)
}

/** The field is filled in, and is not secret. Shops write `new-password` on an e-mail field to stop the browser's autofill. */
function isReadable(field: Element): field is Field {
  const { name, type, value }: { name?: string; type?: string; value?: unknown } = Object(field)
  if (!value || typeof value !== 'string' || !(name || type === 'email')) return false
  if (NOT_READ_TYPE.test(String(type)) || field.matches(NOT_READ)) return false
  if (SECRET_NAME.test(toWords(String(name)))) return false
  return isEmailField(field as Field) || !readTokens(field).some((token) => SECRET_TOKEN.test(token))
}

/** "payment[ccNumber2]" is "payment cc number". */
const toWords = (name: string) =>
  name
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')

/** Reads the attribute: the property is '' for tokens in an order that the browser does not know. */
const readTokens = (field: Element) => (field.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/)

/** Fields that are often hidden behind a picture or a list of the shop's own. */
const CHOICE = 'select, [type=radio], [type=checkbox]'

/**
 * Checks whether the shopper could not have filled in the field. Then a robot, the browser's autofill or a program has filled it in. A
 * box around the whole form does not count, because a closed dialog may have left its `aria-hidden` there.
 */
function isHoneypot(field: Field, form: Element): boolean {
  const boxes: Element[] = []
  for (let box: Element | null = field; box && !box.contains(form); box = box.parentElement) boxes.push(box)
  if (changed.has(field)) return false
  const own = field.matches(CHOICE) ? boxes.slice(1) : boxes
  if (own.some((box) => getComputedStyle(box).display === 'none')) return true
  if (field.matches(CHOICE)) return false
  return field.matches('[tabindex*="-1"]') || boxes.some(isUnseen) || (isOffPage(field) && !isOffPage(form))
}

function isUnseen(box: Element): boolean {
  const { display, visibility, opacity, overflow } = getComputedStyle(box)
  const { width, height } = box.getBoundingClientRect()
  const isClipped = /hidden|clip/.test(overflow) && Math.min(width, height) <= 1
  const isTransparent = Number.parseFloat(opacity) < 0.01
  return (
    isClipped ||
    isTransparent ||
    `${display} ${visibility}`.match(/none|hidden/) !== null ||
    box.matches('[aria-hidden*="true" i]')
  )
}

/** Checks whether the element lies where scrolling never leads. */
function isOffPage(element: Element): boolean {
  let { right, bottom } = element.getBoundingClientRect()
  for (let box = element.parentElement; box; box = box.parentElement) {
    right += box.scrollLeft
    bottom += box.scrollTop
  }
  return right < 0 || bottom < 0
}

/** Recognises a phone number, the only field of the API that may have as many digits as a card. */
const isPhone = (field: Field) => /^(phone|tel)$/i.test(field.name) || readTokens(field).includes('tel')

const isEmailField = ({ type, name }: Field) => type === 'email' || /mail/i.test(name)

/** Recognises an address without other text. It is not a card, even if the field has another name. */
const isEmail = (field: Field) => isEmailField(field) || /^[^\s@]+@[^\s@]+$/.test(field.value.trim())

/** Avoids the tables of Unicode, which take a browser half a millisecond to compile. */
const LETTERS = /[a-z\u00c0-\u1fff\u3040-\ud7ff]+/i

/** Recognises a card number between letters, with any signs between its digits. A phone number begins with + or 0. */
const hasCardNumber = (value: string) =>
  toLatinDigits(value)
    .split(LETTERS)
    .map((text) => text.trim())
    .some((text) => !/^[+0]/.test(text) && hasCard(text.replace(/\D+/g, '')))

/**
 * Turns Arabic, Persian and full-width digits into Latin ones. Shoppers of these languages have them on their
 * keyboards.
 */
const toLatinDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
