/** The panel itself: a badge in the page's corner, and what opens from it. */
import { createActions } from './actions.js'
import { createConsole } from './console.js'
import { diagnose } from './diagnosis.js'
import { element, setSentence, setText } from './element.js'
import { type Facts, readFacts } from './facts.js'
import { createHighlight, readMarked } from './highlight.js'
import { mask, maskText } from './mask.js'
import { toNextTry } from './next-try.js'
import { toNotes } from './notes.js'
import type { Tone } from './page-rows.js'
import { style } from './style.js'
import { type Marks, toSections } from './view.js'
import { createWatch } from './watch.js'

const HOST = 'ringup-debug'

/** What the badge says, and the question that is answered. */
const STATES: Record<Tone, [badge: string, title: string]> = {
  good: ['sent', 'What was sent?'],
  wait: ['waiting', 'Why is it not sent yet?'],
  bad: ['not sent', 'Why was nothing sent?'],
  idle: ['nothing sent', 'Why was nothing sent?'],
}

/** A data layer grows and a page changes without telling anybody. */
const REFRESH_MS = 1000

/** @param url of this script; the snippet is beside it. A second panel is none */
export function openPanel(url: string): void {
  if (document.querySelector(HOST)) return
  const folder = new URL('.', url).href
  const { host, root } = createHost()
  let endpoint: string | undefined
  const toPlain = (address: string | undefined) => address?.replace(/\/$/, '')

  // Everything that is shown goes through here.
  const readMasked = () => {
    const facts = readFacts(folder, heard)
    endpoint = facts.endpoint
    return mask(facts)
  }
  const refresh = () => {
    // What fails here must not break the page, and says so in its place.
    try {
      const facts = readMasked()
      const diagnosis = mask(diagnose(facts))
      draw(facts, diagnosis)
      tell(diagnosis, toNotes(facts))
    } catch (error) {
      showDiagnosis({ tone: 'bad', sentence: `The panel itself has failed: ${maskText(`${error}`)}`, todo: undefined })
    }
  }
  const heard = createWatch((address) => toPlain(address) === toPlain(endpoint), refresh)
  const { draw, showDiagnosis } = createView(root, refresh, readMasked)
  const tell = createConsole()
  document.documentElement.append(host)
  refresh()
  setInterval(() => document.hidden || refresh(), REFRESH_MS)
}

/** Closed: what is shown is not for scripts of the page. With a sheet of its own: no style of the page reaches in. */
function createHost() {
  const host = document.createElement(HOST)
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}

function createView(root: ShadowRoot, refresh: () => void, readMasked: () => Facts) {
  const actions = createActions(readMasked)
  const highlight = createHighlight()
  const state = element('span')
  const badge = element(
    'button',
    {
      type: 'button',
      class: 'badge',
      'aria-expanded': 'false',
      'aria-controls': 'panel',
      onclick: () => setOpen(panel.hidden === true),
    },
    element('span', { class: 'dot', 'aria-hidden': 'true' }),
    element('b', {}, 'Ringup'),
    state,
  )
  const close = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => setOpen(false) },
    '✕',
  )
  const title = element('h1', { id: 'title' })
  const sentence = element('p', { class: 'sentence' })
  const todo = element('p', { class: 'todo' })
  const next = element('p', { class: 'todo' })
  const content = element('div')
  const panel = element(
    'section',
    { id: 'panel', class: 'panel', 'aria-labelledby': 'title', hidden: true },
    element('header', {}, title, close),
    // Can be scrolled with the keyboard.
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-labelledby': 'title' },
      element('div', { class: 'headline', role: 'status' }, sentence, todo),
      element('div', { class: 'next' }, next),
      actions.element,
      content,
    ),
  )
  root.append(highlight.layer, panel, badge)

  let selectors: unknown
  const outline = (name: string | undefined) =>
    highlight.show(name ? readMarked(selectors).filter(({ label }) => name === '*' || name === label) : [])
  const marks: Marks = {
    names: new Map(),
    pinned: undefined,
    point: (name) => outline(name ?? marks.pinned),
    pin(name) {
      marks.pinned = marks.pinned === name ? undefined : name
      outline(marks.pinned)
      refresh()
    },
  }

  function setOpen(open: boolean) {
    panel.hidden = !open
    badge.setAttribute('aria-expanded', String(open))
    if (!open) marks.pinned = undefined
    outline(undefined)
    refresh()
    ;(open ? close : badge).focus()
  }

  // The page's own shortcuts are not meant by what is typed in here.
  for (const type of ['keydown', 'keyup', 'keypress']) root.addEventListener(type, (event) => event.stopPropagation())
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape' && !panel.hidden) setOpen(false)
  })

  function showDiagnosis(diagnosis: ReturnType<typeof diagnose>) {
    for (const each of [badge, panel]) each.dataset.tone = diagnosis.tone
    const [now, question] = STATES[diagnosis.tone]
    setText(state, now)
    setText(title, question)
    setSentence(sentence, diagnosis.sentence)
    setText(todo, diagnosis.todo ?? '')
  }

  function draw(facts: Parameters<typeof toSections>[0], diagnosis: ReturnType<typeof diagnose>) {
    showDiagnosis(diagnosis)
    if (panel.hidden) return
    actions.draw(facts)
    setText(next, toNextTry(facts) ?? '')
    selectors = facts.sources.values.selectors
    marks.names = countMarks(selectors)
    replaceChanged(content, toSections(facts, marks))
  }

  return { draw, showDiagnosis }
}

function countMarks(selectors: unknown): Map<string, number> {
  const names = new Map<string, number>()
  for (const { label } of readMarked(selectors)) names.set(label, (names.get(label) ?? 0) + 1)
  return names
}

/** Leaves alone what is as it was, and in what is not keeps open what is open, and the focus where it is. */
function replaceChanged(parent: HTMLElement, sections: HTMLElement[]) {
  const old = Array.from(parent.children)
  for (const details of parent.querySelectorAll<HTMLElement>('details[open]'))
    findKey(sections, details.dataset.key)?.setAttribute('open', '')
  const focused = (parent.getRootNode() as ShadowRoot).activeElement as HTMLElement | null // of this root, which is one
  sections.forEach((section, index) => {
    const before = old[index]
    if (!before) parent.append(section)
    else if (!before.isEqualNode(section)) before.replaceWith(section)
  })
  for (const rest of old.slice(sections.length)) rest.remove()
  if (focused && !focused.isConnected) findKey([parent], focused.dataset.key)?.focus({ preventScroll: true })
}

function findKey(within: HTMLElement[], key: string | undefined): HTMLElement | undefined {
  return within
    .flatMap((each) => Array.from(each.querySelectorAll<HTMLElement>('[data-key]')))
    .find(({ dataset }) => key && dataset.key === key)
}
