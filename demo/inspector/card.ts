/**
 * One journey on the page. A card is built once and then only refilled: an open "raw JSON" stays open,
 * and the keyboard's place is not lost, while events come in. Text only ever arrives as text.
 */
import type { Step, View } from './view.js'

export interface Card {
  element: HTMLElement
  fill(view: View): void
}

export function createCard(): Card {
  const title = create('h2')
  const time = create('time')
  const progress = create('p', 'progress')
  const heading = create('header')
  heading.append(title, time, progress)
  const panes = [createPane(), createPane(), createPane()] as const
  const steps = create('ol', 'steps')
  steps.append(...panes.map((pane) => pane.element))
  const element = create('li', 'journey')
  element.append(heading, steps)
  return {
    element,
    fill(view) {
      title.textContent = view.title
      time.textContent = new Date(view.at).toLocaleTimeString()
      time.dateTime = new Date(view.at).toISOString()
      progress.textContent = view.progress
      panes.forEach((pane, index) => {
        const step = view.steps[index]
        if (step) pane.fill(step)
      })
    },
  }
}

function createPane() {
  const title = create('h3')
  const lines = create('ul', 'lines')
  const facts = create('dl')
  const items = create('ul', 'items')
  const raw = create('details')
  const json = create('pre')
  json.tabIndex = 0 // it scrolls sideways, and only what has focus scrolls by keyboard
  raw.append(create('summary', '', 'Raw JSON'), json)
  const element = create('li', 'step')
  element.append(title, lines, facts, items, raw)
  return {
    element,
    fill(step: Step) {
      element.dataset.state = step.state
      title.textContent = step.title
      lines.replaceChildren(...step.lines.map((line) => create('li', '', line)))
      facts.replaceChildren(...step.facts.flatMap(([name, value]) => [create('dt', '', name), create('dd', '', value)]))
      items.replaceChildren(...step.items.map((item) => create('li', '', item)))
      json.textContent = step.raw.map((value) => JSON.stringify(value, null, 2)).join('\n\n')
      raw.hidden = step.raw.length === 0
    },
  }
}

function create<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.textContent = text
  return element
}
