import type { Said } from '../../contract/said.js'

/** Finds the address in a form. If the rest cannot be loaded, at least the person is sent. */
export function readPerson(form: HTMLFormElement): NonNullable<Said['form']> {
  // Read by the prototype's getter: <input name="elements"> hides the form's own property.
  for (const field of Reflect.get(HTMLFormElement.prototype, 'elements', form)) {
    const { name, type, value }: HTMLInputElement = Object(field)
    // By its type, or by the end of its name. A visible password is a text field, and may contain an @.
    if (name && /^(email|text.*mail.?(ad.*)?$)/i.test(type + name) && /@/.test(value)) return [[name, '', type, value]]
  }
  return []
}
