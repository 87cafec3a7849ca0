import type { Said } from '../../contract/said.js'

/** The address in a form. If the rest cannot be loaded, at least the person is sent. */
export function readPerson(form: HTMLFormElement): NonNullable<Said['form']> {
  // Read by the prototype's getter: <input name="elements"> hides the form's own property.
  const elements: Iterable<Element> = Reflect.get(HTMLFormElement.prototype, 'elements', form)
  const fields = [...elements].filter((element) => element instanceof HTMLInputElement)
  const { name, type, value } = fields.find((field) => /^(email|text)$/.test(field.type) && /@/.test(field.value)) ?? {}
  return name && type && value ? [[name, '', type, value]] : []
}
