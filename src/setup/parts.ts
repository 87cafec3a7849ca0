/** Parts of the page: steps, texts to copy, notices. */
import { type Child, element } from '../examine/panel/element.js'
import type { Block } from './platforms.js'

/** A step: its number, title and one sentence, and its content. */
export function createStep(number: number, title: string, about: string, ...content: Child[]) {
  const id = `step-${number}`
  const state = element('p', { class: 'state' }, 'to do')
  const step = element(
    'section',
    { class: 'step', id, 'aria-labelledby': `${id}-title` },
    element(
      'header',
      {},
      element('h2', { id: `${id}-title` }, element('span', { class: 'number' }, String(number)), ` ${title}`),
      state,
      element('p', { class: 'hint' }, about),
    ),
    element('div', { class: 'stack' }, ...content),
  )
  return {
    step,
    setState(text: 'to do' | 'done' | 'waiting' | 'needs attention') {
      state.textContent = text
      step.dataset.tone = { 'to do': '', done: 'good', waiting: '', 'needs attention': 'warn' }[text]
    },
  }
}

/** Text in backticks is code. */
export const toRich = (text: string): Child[] =>
  text.split('`').map((part, index) => (index % 2 ? element('code', {}, part) : part))

export const toHint = (text: string) => element('p', { class: 'hint' }, ...toRich(text))

/** A link, so that the browser names and keeps the file as any other. */
const toDownload = (file: string, text: string) =>
  element(
    'a',
    { class: 'button', download: file, href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}` },
    'Download ',
    element('span', { class: 'unseen' }, file),
  )

/** A text to copy, or to download as a file. */
export function toBlock({ title, text, about, file }: Block): HTMLElement {
  // Only an element with the focus scrolls by keyboard.
  const shown = element('pre', { tabindex: '0' }, text)
  return element(
    'section',
    { class: 'card', 'aria-label': title },
    element(
      'div',
      { class: 'heading' },
      element('h3', {}, title),
      element('div', { class: 'row' }, file !== undefined && toDownload(file, text), ...toCopy(title, text, shown)),
    ),
    toHint(about),
    file === undefined
      ? shown
      : element('details', {}, element('summary', {}, `Look at it, ${Math.ceil(text.length / 1_000)} kB`), shown),
  )
}

const FEEDBACK_MS = 2_000

function toCopy(title: string, text: string, shown: HTMLElement): [HTMLElement, HTMLElement] {
  const status = element('span', { role: 'status', class: 'unseen' })
  const say = (word: string, sentence: string) => {
    button.textContent = word
    status.textContent = sentence
    setTimeout(() => {
      button.textContent = 'Copy'
      status.textContent = ''
    }, FEEDBACK_MS)
  }
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => say('Copied', `${title}: copied.`),
      () => {
        // Not allowed, as on http pages of another machine.
        getSelection()?.selectAllChildren(shown)
        say('Selected', `${title}: selected. Press Ctrl+C.`)
      },
    )
  const button = element(
    'button',
    { type: 'button', 'aria-label': `Copy: ${title}`, onclick: () => void copy() },
    'Copy',
  )
  return [button, status]
}

/** Things to do in another system, in this order. */
export const toTodos = (todos: string[]) =>
  element(
    'ol',
    { class: 'todos card' },
    todos.map((todo) => element('li', {}, ...toRich(todo))),
  )

/** Rows of a name and a value. */
export const toRows = (rows: [name: string, value: Child][]) =>
  element(
    'dl',
    {},
    rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  )

export const toNotice = (tone: 'good' | 'warn' | 'bad' | '', ...content: Child[]) =>
  element('div', { class: 'notice', 'data-tone': tone }, ...content)

export const toField = (id: string, label: string, input: HTMLElement, hint: string) =>
  element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    input,
    element('p', { class: 'hint', id: `${id}-hint` }, ...toRich(hint)),
  )
