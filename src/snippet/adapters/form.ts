/** A form the shopper filled in → found contact. */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What `autocomplete` calls the API's fields (HTML standard, "autofill field"). */
const TOKENS: Record<string, string> = {
  email: 'email',
  'given-name': 'first_name',
  'family-name': 'last_name',
  tel: 'phone',
  bday: 'birthdate',
  sex: 'gender',
  language: 'language',
  'address-line1': 'address1',
  'address-line2': 'address2',
  'address-level2': 'city',
  'address-level1': 'state',
  'postal-code': 'postal_code',
  country: 'country',
}

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
    const token = autocomplete.split(' ').find((each) => TOKENS[each])
    const key = TOKENS[`${token}`] ?? name
    // An address by its type alone may be a friend's: it counts when the form has no other.
    if (type === 'email' && key !== 'email') other ??= value
    else found[key] ??= value
  }
  return { email: other, ...found }
}
