/** Reads a form that a shopper has filled in, field by field, without its secret fields. */
import type { Raw } from '../../../contract/raw.js'
import { SECRET, toWords } from '../../core/filter.js'
import { ofNode } from '../../core/globals.js'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Types of fields that do not have a text of the shopper. */
const NOT_READ_TYPE = /^(button|submit|image|reset|file|hidden)$/
/** Fields that the shopper cannot fill in, and unchecked boxes. */
const NOT_READ = ':disabled, [type=checkbox]:not(:checked), [type=radio]:not(:checked)'
/** Passwords, one-time codes and cards: tokens of `autocomplete`, and words of a form's names, also of other languages. */
const SECRET_TOKEN = /^cc-|password$|^one-time-code$/
const SECRET_NAME =
  /kennwort|wachtwoord|contrase|mot ?de ?passe|captcha|turnstile|credit ?card|pr(ue| )fnummer|\b((user|login)?pass|mdp|totp|one time|sms code|cvn|ccv|cc \w+|card code)\b/

/** Reads name, `autocomplete`, type and value of each field that the shopper has filled in. */
export const readForm = (form: HTMLFormElement): NonNullable<Raw['form']> =>
  readFields(form)
    .filter(isReadable)
    .filter((field) => !isHoneypot(field, form))
    .map((field) => [field.name, readTokens(field).join(' '), field.type, field.value])

/** Lists the fields of a form. */
export const readFields = (form: HTMLFormElement): Element[] => [...ofNode(form, 'elements')]

/** Fields that an event of the shopper has changed. A program's events are not trusted. */
const changed = new WeakSet<EventTarget>()

/** Fields that were a password when the shopper typed. A button may show the password as text. */
const passwords = new WeakSet<EventTarget>()

export function hearChange({ isTrusted, target }: Pick<Event, 'isTrusted' | 'target'>): void {
  if (isTrusted && target) changed.add(target)
  if (Object(target).type === 'password') passwords.add(Object(target))
}

/** Checks whether the element is or was a password, or has a one-time code or a card. */
export const isSecretField = (element: Element): boolean =>
  passwords.has(element) ||
  Object(element).type === 'password' ||
  (!isEmailField(element as Field) && readTokens(element).some((token) => SECRET_TOKEN.test(token)))

/** The field is filled in, and is not secret. Shops write `new-password` on an e-mail field to stop the browser's autofill. */
function isReadable(field: Element): field is Field {
  const { name, type, value }: { name?: string; type?: string; value?: unknown } = Object(field)
  if (!value || typeof value !== 'string' || !(name || type === 'email')) return false
  if (NOT_READ_TYPE.test(String(type)) || field.matches(NOT_READ)) return false
  const words = toWords(String(name))
  return !SECRET.test(words) && !SECRET_NAME.test(words) && !isSecretField(field)
}

/** Reads the attribute: the property is '' for tokens in an order that the browser does not know. */
const readTokens = (field: Element) => (field.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/)

/** Fields that are often hidden under a picture or a list of the shop's own. */
const CHOICE = 'select, [type=radio], [type=checkbox]'

/**
 * Checks whether the shopper could not have filled in the field. Then a robot, the browser's autofill or a program has filled it in. A
 * box around the whole form does not count, because a closed dialog may have left its `aria-hidden` there.
 */
function isHoneypot(field: Field, form: Element): boolean {
  const boxes: Element[] = []
  for (let box: Element | null = field; box && !ofNode(box, 'contains')(form); box = ofNode(box, 'parentElement'))
    boxes.push(box)
  if (changed.has(field)) return false
  const own = field.matches(CHOICE) ? boxes.slice(1) : boxes
  if (own.some((box) => getComputedStyle(box).display === 'none')) return true
  if (field.matches(CHOICE)) return false
  return field.matches('[tabindex*="-1"]') || boxes.some(isUnseen) || (isOffPage(field) && !isOffPage(form))
}

function isUnseen(box: Element): boolean {
  const { display, visibility, opacity, overflow } = getComputedStyle(box)
  const { width, height } = ofNode(box, 'getBoundingClientRect')()
  const isClipped = /hidden|clip/.test(overflow) && Math.min(width, height) <= 1
  const isTransparent = Number.parseFloat(opacity) < 0.01
  return (
    isClipped ||
    isTransparent ||
    `${display} ${visibility}`.match(/none|hidden/) !== null ||
    ofNode(box, 'matches')('[aria-hidden*="true" i]')
  )
}

/** Checks whether the element lies where scrolling never leads. */
function isOffPage(element: Element): boolean {
  let { right, bottom } = ofNode(element, 'getBoundingClientRect')()
  for (let box = ofNode(element, 'parentElement'); box; box = ofNode(box, 'parentElement')) {
    right += ofNode(box, 'scrollLeft')
    bottom += ofNode(box, 'scrollTop')
  }
  return right < 0 || bottom < 0
}

const isEmailField = ({ type, name }: Field) => type === 'email' || /mail/i.test(name)
