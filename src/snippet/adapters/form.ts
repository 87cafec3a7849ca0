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

/** Secrets, cards, and what is not for the shopper to fill in. Part of the type or token: shops show passwords as text. */
const NEVER_READ = /password|hidden|file|submit|reset|button|image|cc-/
/** What a browser would not submit either. */
const NOT_SENT = ':disabled,[type=radio]:not(:checked),[type=checkbox]:not(:checked)'

/** Fields by `autocomplete` token, else by name; the e-mail also by its type. */
export function readForm(form: HTMLFormElement): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const field of form.elements as Iterable<unknown> as Iterable<Field>) {
    const { name, type, autocomplete = '' } = field
    const token = autocomplete.split(' ').find((each) => TOKENS[each]) ?? type
    if (name && !NEVER_READ.test(type + autocomplete) && !field.matches(NOT_SENT))
      found[TOKENS[token] ?? name] = field.value
  }
  return found
}
