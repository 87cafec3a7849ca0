/** Step 5: the sample of the form → what is shown of it. */
import type { ContactFields } from '../../src/contract/contact.js'
import type { Choices } from './choices.js'
import { type SnippetFile, toTag } from './installation.js'
import { toDocument } from './sample.js'
import { toSentence } from './sentences.js'
import { type State, showContact, showProblems, showVerdict } from './show-result.js'
import { type Body, trySignUp } from './try-out.js'

export interface SignUpView {
  state: State
  line: string
  problems: string[]
  notes: string[]
  body: Body | undefined
}

/** The compiler sees to it that none is missing. */
const CONTACT: Record<keyof { [Name in keyof ContactFields as string extends Name ? never : Name]: true }, ''> = {
  email: '',
  first_name: '',
  last_name: '',
  phone: '',
  timezone: '',
  age: '',
  gender: '',
  language: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  birthdate: '',
}

export async function readSignUpSample(text: string, choices: Choices, snippet: SnippetFile): Promise<SignUpView> {
  const view: SignUpView = { state: 'empty', line: '', problems: [], notes: [], body: undefined }
  if (!choices.list) return { ...view, line: 'Without a list in step 2 there are no sign-ups.' }
  if (!text.trim()) return { ...view, line: 'Paste the HTML of your form, or use an example.' }
  const document = toDocument(text, choices.origin)
  const form = chooseForm(document)
  if (!form) return { ...view, state: 'bad', line: 'There is no <form> in the sample.' }
  fillIn(form)
  const page = { tag: toTag(choices, snippet), isAlone: false, dataLayer: choices.dataLayer, origin: choices.origin }
  const result = await trySignUp(document, choices.list, page)
  const problems = (result?.problems ?? []).map((problem) =>
    problem.code === 'no_email' ? NO_EMAIL : toSentence(problem, choices),
  )
  const count = Object.keys(result?.body ?? {}).length
  return {
    state: result?.status !== 'accepted' ? 'bad' : problems.length > 0 ? 'mixed' : 'good',
    line: result?.body
      ? `${count === 1 ? '1 field' : `${count} fields`} would be read for the list ${choices.list}.`
      : 'This form would not be sent.',
    problems,
    notes: [...readNotes(form, choices), ...(result?.said ?? [])],
    body: result?.body,
  }
}

const NO_EMAIL =
  'The form has no field for an e-mail address: it needs type="email", autocomplete="email", or the name email.'

/** The marked one, else one with an e-mail address. All others go, so that it is the only one. */
function chooseForm(document: Document): HTMLFormElement | undefined {
  const forms = [...document.forms]
  const chosen =
    forms.find((form) => form.matches('[data-add-to-list]')) ??
    forms.find((form) => form.querySelector('[type=email], [autocomplete~=email], [name=email]')) ??
    forms[0]
  for (const form of forms) if (form !== chosen) form.remove()
  return chosen
}

function readNotes({ dataset }: HTMLFormElement, { list }: Choices): string[] {
  const { addToList } = dataset
  if (addToList === undefined) return [`The form is not marked yet: add data-add-to-list="${list}" to it.`]
  return addToList === list ? [] : [`The form is marked for the list “${addToList}”, and step 2 has “${list}”.`]
}

/** By attributes, which a copy of the document has too. */
function fillIn(form: HTMLFormElement) {
  const groups = new Set<string>()
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement) field.textContent ||= 'Example'
    else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      // Of radio buttons the first, since only one can be chosen.
      field.toggleAttribute('checked', field.type === 'checkbox' || !groups.has(field.name))
      groups.add(field.name)
    } else if (field instanceof HTMLInputElement && !field.value) field.setAttribute('value', toExample(field))
  }
}

const EXAMPLES: Record<string, string> = {
  email: 'you@example.com',
  tel: '+44 20 7946 0000',
  date: '1990-12-10',
  bday: '1990-12-10',
  number: '30',
  'given-name': 'Ada',
  'family-name': 'Lovelace',
  language: 'en',
  country: 'GB',
  sex: 'female',
  'postal-code': 'W1',
}

/** By `autocomplete` token, then type, then name. */
function toExample({ autocomplete, type, name }: HTMLInputElement): string {
  const token = [...autocomplete.split(' '), type, name].find((each) => each in EXAMPLES)
  return (token && EXAMPLES[token]) || 'Example'
}

export function showSignUpSample({ state, line, problems, notes, body }: SignUpView): void {
  showVerdict('sign-up-verdict', state, line)
  showProblems('sign-up-problems', problems, notes)
  showContact('sign-up-found', body, CONTACT)
}
