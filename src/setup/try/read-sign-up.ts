/** The sample of the form → what is said of it. */

import { count } from '../../examine/count.js'
import { findWidgets, toWidgetLine, toWidgetName } from '../../recipes/widgets.js'
import type { Choices } from '../choices/choices.js'
import { toDocument } from '../sample/to-document.js'
import type { Assessment } from './read-order.js'
import { toSentence } from './sentences.js'
import { removeTraps } from './traps.js'
import { trySignUp } from './try-out.js'

export function readSignUp(text: string, choices: Choices): Assessment {
  const empty: Assessment = { state: 'empty', line: '', problems: [], notes: [], body: undefined }
  if (!text.trim()) return { ...empty, line: 'Paste the HTML of your form, or use an example.' }
  const document = toDocument(text, choices.origin)
  const form = chooseForm(document)
  const widgets = toWidgetNotes(text, choices.list)
  if (!form) return { ...empty, state: 'bad', line: 'There is no <form> in the sample.', notes: widgets }
  const hasSubmit = form.querySelector('button:not([type=button], [type=reset]), [type=submit], [type=image]') !== null
  const traps = removeTraps(form)
  fillIn(form)
  const result = trySignUp(form)
  const problems = result.problems.map((problem) => (problem.code === 'no_email' ? NO_EMAIL : toSentence(problem)))
  return {
    state: result.status !== 'accepted' ? 'bad' : problems.length > 0 ? 'mixed' : 'good',
    line: result.body
      ? `${count(Object.keys(result.body).length, 'field')} would be read for the list ${choices.list}.`
      : 'This form would not be sent.',
    problems,
    notes: [...readNotes(form, choices), ...(hasSubmit ? [] : [NO_SUBMIT]), ...toTrapNotes(traps), ...widgets],
    body: result.body,
  }
}

const toTrapNotes = (names: string[]) =>
  names.map((name) => `“${name}” looks like a trap for robots, which people do not see: it is left out.`)

const NO_EMAIL =
  'The form has no field for an e-mail address: it needs type="email", autocomplete="email", or the name email.'

const NO_SUBMIT =
  'The form has no button that submits it. If your code handles the click, call addToList() there with the form.'

/** The services whose widgets stand in the sample. A form of the page needs only its mark, which the first note is about. */
function toWidgetNotes(text: string, list: string): string[] {
  return findWidgets(text).flatMap((widget) => {
    const line = toWidgetLine(widget, list)
    if (line && !widget.event) return []
    return [`${toWidgetName(widget)}: ${widget.about}${line ? ` Put this into a script: ${line}` : ''}`]
  })
}

/** The marked one, else one with an e-mail address. All others go, so that it is the only one. */
function chooseForm(document: Document): HTMLFormElement | undefined {
  // From the document: a field called `matches` stands before the form's own.
  const email = document.querySelector('form [type=email], form [autocomplete~=email], form [name=email]')
  const chosen = document.querySelector<HTMLFormElement>('form[data-add-to-list]') ?? email?.closest('form')
  const [first] = document.forms
  for (const form of [...document.forms]) if (form !== (chosen ?? first)) form.replaceWith()
  return chosen ?? first
}

function readNotes(form: HTMLFormElement, { list }: Choices): string[] {
  const marked = form.getAttribute('data-add-to-list')
  if (marked === null) return [`The form is not marked yet: add data-add-to-list="${list}" to it.`]
  return marked === list ? [] : [`The form is marked for the list “${marked}”, and “Addresses” has “${list}”.`]
}

/** Reads attributes, which a copy of the document has too. */
function fillIn(form: HTMLFormElement) {
  const groups = new Set<string>()
  for (const area of form.querySelectorAll('textarea')) area.textContent ||= 'Example'
  for (const field of form.querySelectorAll('input')) {
    if (/^(checkbox|radio)$/.test(field.type)) {
      // The first of radio buttons, since only one can be chosen.
      field.toggleAttribute('checked', field.type === 'checkbox' || !groups.has(field.name))
      groups.add(field.name)
    } else if (!field.value) field.setAttribute('value', toExample(field))
  }
}

const EXAMPLES: Record<string, string> = {
  email: 'you@example.com',
  tel: '+44 20 7946 0000',
  date: '1990-12-10',
  bday: '1990-12-10',
  number: '30',
  'given-name': 'Ada',
  FNAME: 'Ada',
  'family-name': 'Lovelace',
  LNAME: 'Lovelace',
  language: 'en',
  country: 'GB',
  sex: 'female',
  'postal-code': 'W1',
}

/** Guesses by `autocomplete` token, then type, then name. */
function toExample({ autocomplete, type, name }: HTMLInputElement): string {
  const token = [...autocomplete.split(' '), type, name].find((each) => Object.hasOwn(EXAMPLES, each))
  return (token && EXAMPLES[token]) || 'Example'
}
