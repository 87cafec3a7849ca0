/** The page: reads the form, tries the samples, and writes what there is to copy. Text only ever arrives as text. */
import { checkChoices } from './check-choices.js'
import { type Choices, fillForm, readChoices, toHash } from './choices.js'
import { onCopy } from './copy.js'
import { create, find, findAs, setText, show } from './elements.js'
import { SAMPLE_SELECTORS, SAMPLES, SIGN_UP_SAMPLE } from './examples.js'
import { HINTS } from './hints.js'
import { isChecked, type SnippetFile, SOURCES_OF } from './installation.js'
import { readOrderSample, showOrderSample, toOrderFields } from './order-sample.js'
import { showMatches, showSuggestions } from './show-selectors.js'
import { showTexts } from './show-texts.js'
import { readSignUpSample, showSignUpSample } from './sign-up-sample.js'

const PAUSE_MS = 150 // of typing

const snippet: SnippetFile = JSON.parse(find('snippet').textContent ?? '')
const form = findAs('choices', HTMLFormElement)
const sample = findAs('sample', HTMLTextAreaElement)
const signUpSample = findAs('sign-up-sample', HTMLTextAreaElement)
const control = (name: string) => findAs(name, HTMLInputElement)

let usual = toUsualEndpoint()
fillForm(form, location.hash)
moveEndpoint()
/** Counts the updates: what a slower one has found is not shown over what a later one has. */
let turns = 0

form.addEventListener('submit', (event) => event.preventDefault())
let pause: number | undefined
form.addEventListener('input', () => {
  moveEndpoint()
  window.clearTimeout(pause)
  pause = window.setTimeout(update, PAUSE_MS)
})
onButton('use-example', useExample)
onButton('clear', () => {
  sample.value = ''
  sample.focus()
})
onButton('use-form-example', () => {
  signUpSample.value = SIGN_UP_SAMPLE
})
onCopy(find('news'))
show('demo-links', location.pathname === '/setup') // served by the demo, and not opened as a file
setText(
  'about',
  `Ringup ${snippet.version} · ${snippet.file} · This page makes no network call, and its policy lets none through.`,
)
update()

/** Everything, from the form as it is now. */
async function update() {
  chooseKnownSource()
  const choices = readChoices(form)
  history.replaceState(null, '', `#${toHash(form)}`)
  showParts(choices)
  showErrors(choices)
  if (choices.source === 'selectors') {
    showSuggestions(sample.value, choices)
    showMatches(sample.value, choices)
  }
  turns += 1
  const turn = turns
  const views = [
    await readOrderSample(sample.value, choices, snippet),
    await readSignUpSample(signUpSample.value, choices, snippet),
  ] as const
  if (turn !== turns) return // something was typed meanwhile
  const [order, signUp] = views
  showOrderSample(order)
  showSignUpSample(signUp)
  showTexts(choices, snippet, {
    order: toOrderFields(order.body),
    signUp: isChecked(choices) ? Object.keys(signUp.body ?? {}) : [],
  })
}

/** A source that this platform does not have gives way to its first. */
function chooseKnownSource() {
  const { platform, source } = readChoices(form)
  const [first] = SOURCES_OF[platform]
  if (first && !SOURCES_OF[platform].includes(source)) {
    for (const radio of form.querySelectorAll<HTMLInputElement>('[name=source]')) radio.checked = radio.value === first
  }
}

/** What belongs to this platform and source. */
function showParts(choices: Choices) {
  const { platform, source } = choices
  const sources = SOURCES_OF[platform]
  for (const card of form.querySelectorAll<HTMLElement>('[data-source]')) {
    card.hidden = !sources.some((each) => each === card.dataset.source)
  }
  const isLayer = source === 'ga4' || source === 'universal-analytics'
  show('on-page-panel', platform === 'tag-manager')
  show('source-choice', sources.length > 0)
  show('reading-details', isChecked(choices))
  show('sign-up', isChecked(choices))
  show('no-source', sources.length === 0)
  show('try', sources.length > 0)
  show('layer-panel', isLayer)
  show('selectors-panel', source === 'selectors')
  const [label, hint] = HINTS[source]
  setText('sample-label', label)
  setText('sample-hint', hint)
}

function showErrors(choices: Choices) {
  for (const [name, sentence] of Object.entries(checkChoices(choices))) {
    const input = control(name)
    input.setAttribute('aria-invalid', String(sentence !== ''))
    const error = document.getElementById(`${name}-error`) ?? addError(name, input)
    error.hidden = !sentence
    if (error.textContent !== sentence) error.textContent = sentence
  }
}

function addError(name: string, input: HTMLInputElement): HTMLElement {
  const error = create('p', '', { id: `${name}-error`, class: 'error' })
  input.after(error)
  input.setAttribute('aria-describedby', `${name}-error ${name}-hint`)
  return error
}

/** A path of the shop's own address; Shopify's are not to be had, so there it is a subdomain. */
function toUsualEndpoint(): string {
  const { platform, origin } = readChoices(form)
  return `${platform === 'shopify' ? origin.replace('://', '://events.') : origin}/ringup`
}

/** The endpoint follows the shop's address and the platform until somebody has chosen another. */
function moveEndpoint() {
  const before = usual
  usual = toUsualEndpoint()
  if (control('endpoint').value === before) control('endpoint').value = usual
}

function useExample() {
  const { source } = readChoices(form)
  sample.value = SAMPLES[source]
  if (source !== 'selectors') return
  // Those that somebody has typed belong to another page.
  for (const input of form.querySelectorAll<HTMLInputElement>('#selectors-panel input, #email')) {
    input.value = SAMPLE_SELECTORS[input.name] ?? ''
  }
  findAs('reading-details', HTMLDetailsElement).open = true // where the e-mail address is
}

/** Whatever a button does, the page follows. */
function onButton(id: string, act: () => void) {
  find(id).addEventListener('click', () => {
    act()
    void update()
  })
}
