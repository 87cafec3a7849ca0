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

/** Secrets, cards, what is not for the shopper to fill in, and what a browser would not submit either. */
const NEVER_READ =
  ':disabled,:not([name]),[type=radio]:not(:checked),[type=checkbox]:not(:checked),[type=password],[type=hidden],' +
  '[type=file],[type=submit],[type=reset],[type=button],[type=image],[autocomplete*=cc-]'

/** Fields by `autocomplete` token, else by name; the e-mail also by its type. */
export function readForm(form: HTMLFormElement): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const field of form.elements as Iterable<unknown> as Iterable<Field>) {
    const token = field.autocomplete?.split(' ').find((each) => TOKENS[each]) ?? field.type
    if (!field.matches(NEVER_READ)) found[TOKENS[token] ?? field.name] = field.value
  }
  return found
}
