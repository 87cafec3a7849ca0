/** A form the shopper filled in → found contact. */
import { CONTACT, toNames } from '../normalise/fields.js'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Fields by `autocomplete` token, else by name, and the e-mail by its type; of several the first that is filled in.
 * `type="tel"` says nothing: shops have it on every field of digits, for the keyboard it brings up.
 */
export function readForm(form: HTMLFormElement): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  // First the one of that name, so that no other <input type="email"> is taken for it.
  for (const field of [(form.elements as unknown as { email?: Field }).email ?? {}, ...form.elements] as Field[]) {
    const { value, name, type, autocomplete = '', checked } = field as HTMLInputElement
    const said = [type, checked, autocomplete, name] as unknown as string // with commas between them
    // Never secrets, cards, what is not for the shopper to fill in, and boxes and radios not checked.
    if (name && value && !/^(hidden|file|submit|.*[xo],false)|password|\bcc-/.test(said) && !field.matches(':disabled'))
      found[
        [...autocomplete.split(' '), (type === 'email' && type) as string].find((token) =>
          toNames(CONTACT).includes(token),
        ) ?? name
      ] ??= value
  }
  return found
}
