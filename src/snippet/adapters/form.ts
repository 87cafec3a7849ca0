/** A form the shopper filled in → found contact. */
import { CONTACT } from '../normalise/fields.js'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const TOKENS = Object.values(CONTACT).join(' ').split(' ')

/** Secrets, cards, and what is not for the shopper to fill in, by `type autocomplete name`: shops show passwords as text. */
const NEVER_READ = /^(hidden|file|submit|reset|button|image)|password| cc-|one-time|captcha/
/** What a browser would not submit either. */
const NOT_SENT = ':disabled,[type=radio]:not(:checked),[type=checkbox]:not(:checked)'

/** Fields by `autocomplete` token, else by name; of several the first that is filled in. */
export function readForm(form: HTMLFormElement): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  let other: string | undefined
  for (const field of form.elements as Iterable<unknown> as Iterable<Field>) {
    const { name, type, autocomplete = '', value } = field
    if (!name || !value || NEVER_READ.test(`${type} ${autocomplete} ${name}`) || field.matches(NOT_SENT)) continue
    const key = autocomplete.split(' ').find((each) => TOKENS.includes(each)) ?? name
    // An address by its type alone may be a friend's: it counts when the form has no other.
    if (type === 'email' && key !== 'email') other ??= value
    else found[key] ??= value
  }
  return { email: other, ...found }
}
