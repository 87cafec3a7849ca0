import type { Said } from '../../contract/said.js'

/** The address in a form. If the rest cannot be loaded, at least the person is sent. */
export function readPerson(form: HTMLFormElement): NonNullable<Said['form']> {
  // Read by the prototype's getter: <input name="elements"> hides the form's own property.
  const elements: Iterable<Element> = Reflect.get(HTMLFormElement.prototype, 'elements', form)
  // By its type or its name: a password that is shown is a text, and may have an @.
  for (const field of elements) {
    if (!(field instanceof HTMLInputElement)) continue
    const { name, type, value } = field
    if (name && /^(email|text.*mail)/i.test(type + name) && /@/.test(value)) return [[name, '', type, value]]
  }
  return []
}
