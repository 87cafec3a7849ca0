/** The page's sign-up forms: whether they would be sent, and what of them. */
import { LIST_PATTERN } from '../contract/limits.js'
import type { Problem } from '../contract/raw.js'
import { readRaw } from '../normalise/index.js'
import { findWidgets, toWidgetLine, toWidgetName, type Widget } from '../recipes/widgets.js'
import { safely } from '../snippet/core/safely.js'
import { readForm } from '../snippet/rest/gather/form.js'
import { isDisplayed } from '../snippet/rest/is-displayed.js'
import { readMark } from '../snippet/rest/watch/forms.js'

export interface FormFact {
  list: string
  isList: boolean
  /** It has a button that submits it. Without one, other code sends it, and perhaps without a `submit` event. */
  hasSubmit: boolean
  /** One of its fields would be read as the e-mail address. */
  hasEmail: boolean
  /** Names of the displayed fields that the browser does not take as they are. */
  invalid: string[]
  /** The selector of the box that has to be checked, while it is not. */
  unchecked: string | undefined
  /** Names of the fields that would be sent. */
  fields: string[]
  /** Names of those that are not, because they may hold the number of a card. */
  cards: string[]
}

/** Selects the forms that are marked themselves, or that are inside a marked element. */
export const MARKED_FORM = 'form[data-add-to-list], [data-add-to-list] form'

export const readForms = (): FormFact[] =>
  [...document.querySelectorAll<HTMLFormElement>(MARKED_FORM)].map(readFormFact)

export function readFormFact(form: HTMLFormElement): FormFact {
  const { addToList: list = '', addToListIf: box } = readMark(form)
  const problems: Problem[] = []
  const fields = Array.from(form.elements as Iterable<unknown> as Iterable<HTMLInputElement>)
  return {
    list,
    isList: LIST_PATTERN.test(list),
    hasSubmit: hasSubmit(form, fields),
    hasEmail: hasEmail(fields),
    invalid: fields
      .filter((field) => field.matches(':invalid:not(fieldset)') && isDisplayed(field))
      .map(({ name, type }) => name || type),
    unchecked: box && !safely(() => form.querySelector(`:is(${box}):checked`)) ? box : undefined,
    fields: Object.keys(readRaw('addToList', { form: safely(() => readForm(form, problems)) ?? [] }).body),
    cards: problems.map(({ field }) => field),
  }
}

/** A picture that submits is not among the form's elements. */
const hasSubmit = (form: HTMLFormElement, fields: HTMLInputElement[]): boolean =>
  fields.some(({ type }) => type === 'submit') || form.querySelector('input[type=image]') !== null

/** Reads the fields as if each had an address. A shopper cannot fill in a hidden one. */
function hasEmail(fields: HTMLInputElement[]): boolean {
  const shown = fields.filter(({ name, type }) => (name || type === 'email') && type !== 'hidden')
  const form = shown.map(({ name, autocomplete, type }): [string, string, string, string] => [
    name,
    autocomplete,
    type,
    ANY,
  ])
  return 'email' in readRaw('addToList', { form }).body
}

const ANY = 'ada@example.com'

/** Sign-ups that the script cannot hear by a mark. */
export interface WidgetFact {
  name: string
  /** The line that the shop adds to the page; undefined if the service has no event. */
  line: string | undefined
  about: string
}

/** @param list of the shop's marked forms, for the widgets' lines */
export function readWidgets(list = 'newsletter'): WidgetFact[] {
  const scripts = Array.from(document.scripts, ({ src, text }) => `${src} ${text}`)
  const frames = Array.from(
    document.querySelectorAll('iframe'),
    ({ src, id, className }) => `${src} ${id} ${className}`,
  )
  const found = findWidgets([...scripts, ...frames].join('\n')).filter(isUnheard)
  return found.map((widget) => ({ name: toWidgetName(widget), line: toWidgetLine(widget, list), about: widget.about }))
}

/** A form of the page is heard by its mark, which the panel names beside the form. */
const isUnheard = ({ event, line }: Widget) => event !== undefined || line === undefined

/** Frames of this origin that have a field for an address. A submit in them does not reach the page's script. */
export const countFramedForms = (): number =>
  Array.from(document.querySelectorAll('iframe')).filter((frame) =>
    safely(() => frame.contentDocument?.querySelector('[type=email], [name*=mail i]')),
  ).length
