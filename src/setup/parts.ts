/** Parts of the page: steps, texts to copy, notices. */
import { type Child, element } from '../examine/panel/element.js'
import type { Block } from './platforms.js'

/** A step: its number, title and one sentence, and its content. */
export function createStep(number: number, title: string, about: string, ...content: Child[]) {
  const id = `step-${number}`
  const state = element('p', { class: 'state' }, 'to do')
  const step = element(
    'section',
    { class: 'step', id, 'data-tone': '', 'aria-labelledby': `${id}-title` },
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

/** A text to copy. */
export function toBlock({ title, text, about }: Block): HTMLElement {
  const status = element('span', { role: 'status', class: 'unseen' })
  const say = (word: string, sentence: string) => {
    button.textContent = word
    status.textContent = sentence
  }
  const onclick = async () => {
    await navigator.clipboard.writeText(text)
    say('Copied', `${title}: copied.`)
    setTimeout(() => say('Copy', ''), FEEDBACK_MS)
  }
  const button = element('button', { type: 'button', 'aria-label': `Copy: ${title}`, onclick }, 'Copy')
  return element(
    'section',
    { class: 'card', 'aria-label': title },
    element('div', { class: 'heading' }, element('h3', {}, title), button, status),
    toHint(about),
    element('pre', { tabindex: '0' }, text), // only an element with the focus scrolls by keyboard
  )
}

const FEEDBACK_MS = 2_000

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
