/** The page's sign-up forms: whether they would be sent, and what of them. */
import { LIST_PATTERN } from '../../contract/limits.js'
import type { Problem } from '../../contract/said.js'
import { readSaid } from '../../normalise/index.js'
import { readMark } from '../core/forms.js'
import { safely } from '../core/safely.js'
import { readForm } from '../rest/gather/form.js'

export interface FormFact {
  list: string
  isList: boolean
  /** Names of the fields that the browser does not take as they are. */
  invalid: string[]
  /** The selector of the box that has to be checked, while it is not. */
  unchecked: string | undefined
  /** Names of the fields that would be sent. */
  fields: string[]
  /** Names of those that are not, because they may hold the number of a card. */
  cards: string[]
}

export const readForms = (focused: WeakSet<Element>): FormFact[] =>
  [...document.querySelectorAll<HTMLFormElement>('form[data-add-to-list], [data-add-to-list] form')].map((form) =>
    readFormFact(form, focused),
  )

/** @param focused the fields that the shopper has focused since the panel was loaded */
export function readFormFact(form: HTMLFormElement, focused: WeakSet<Element>): FormFact {
  const { addToList: list = '', addToListIf: box } = readMark(form)
  const problems: Problem[] = []
  const fields = Array.from(form.elements as Iterable<unknown> as Iterable<HTMLInputElement>)
  return {
    list,
    isList: LIST_PATTERN.test(list),
    invalid: fields.filter((field) => field.matches(':invalid:not(fieldset)')).map(({ name, type }) => name || type),
    unchecked: box && !safely(() => form.querySelector(`:is(${box}):checked`)) ? box : undefined,
    fields: Object.keys(readSaid('addToList', { form: safely(() => readForm(form, problems, focused)) ?? [] }).body),
    cards: problems.map(({ field }) => field),
  }
}
