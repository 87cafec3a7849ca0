/** The page's sign-up forms: the lists that they name, and why one cannot be sent. */
import { LIST_PATTERN } from '../contract/limits.js'
import { readRaw } from '../normalise/index.js'
import { findWidgets, toWidgetLine, toWidgetName } from '../recipes/widgets.js'
import { safely } from '../snippet/core/safely.js'
import { readMark } from '../snippet/rest/watch/send-form.js'

export interface FormFact {
  list: string
  /** The end of the sentence “The form for … ”; undefined if the form can be sent. */
  problem: string | undefined
}

/** Selects the forms that are marked themselves, or that are inside a marked element. */
const MARKED_FORM = 'form[data-add-to-list], [data-add-to-list] form'

export const readForms = (): FormFact[] =>
  [...document.querySelectorAll<HTMLFormElement>(MARKED_FORM)].map((form) => {
    const { addToList: list = '' } = readMark(form)
    const fields = Array.from(form.elements as Iterable<unknown> as Iterable<HTMLInputElement>)
    return { list, problem: PROBLEMS.find(([when]) => when(form, fields, list))?.[1] }
  })

const PROBLEMS: [
  when: (form: HTMLFormElement, fields: HTMLInputElement[], list: string) => boolean,
  problem: string,
][] = [
  [(_form, _fields, list) => !LIST_PATTERN.test(list), 'does not name a list: use small letters, digits and dashes'],
  // A picture that submits is not among the form's elements.
  [
    (form, fields) => !fields.some(({ type }) => type === 'submit') && form.querySelector('input[type=image]') === null,
    'has no button that submits it: give its button type="submit"',
  ],
  [(_form, fields) => !hasEmail(fields), 'has no field for an e-mail address: give it type="email"'],
]

/** Reads the fields as if each had an address. A shopper cannot fill in a hidden one. */
function hasEmail(fields: HTMLInputElement[]): boolean {
  const shown = fields.filter(({ name, type }) => (name || type === 'email') && type !== 'hidden')
  const form = shown.map(({ name, autocomplete, type }): [string, string, string, string] => [
    name,
    autocomplete,
    type,
    'ada@example.com',
  ])
  return 'email' in readRaw('addToList', { form }).body
}

/** Sign-ups of a newsletter service that a mark on a form cannot report. */
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
  return findWidgets([...scripts, ...frames].join('\n'))
    .filter(({ event, line }) => event !== undefined || line === undefined) // a mark reports the others
    .map((widget) => ({ name: toWidgetName(widget), line: toWidgetLine(widget, list), about: widget.about }))
}

/** Checks for a sign-up form in a frame of this origin. A submit in it does not reach the page's script. */
export const isFramed = (): boolean =>
  Array.from(document.querySelectorAll('iframe')).some((frame) =>
    safely(() => frame.contentDocument?.querySelector('[type=email], [name*=mail i]')),
  )
