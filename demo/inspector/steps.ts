/** One event's steps in the page. Refilled in place: what is open stays open, and the keyboard's place is not lost. */
import { create } from './elements.js'
import type { Step } from './view.js'

export function fillSteps(list: HTMLElement, steps: Step[]) {
  while (list.children.length < steps.length) list.append(create('li', 'step'))
  steps.forEach((step, index) => {
    const element = list.children[index]
    const content = JSON.stringify(step)
    if (!(element instanceof HTMLElement) || element.dataset.content === content) return
    element.dataset.content = content
    element.dataset.state = step.state
    const open = new Set(
      [...element.querySelectorAll('details')].filter((each) => each.open).map((each) => each.dataset.name),
    )
    const focused = element.contains(document.activeElement) ? document.activeElement?.tagName : undefined
    element.replaceChildren(...toContent(step, open))
    if (focused) element.querySelector<HTMLElement>(focused)?.focus()
  })
}

function toContent({ title, lines, facts, items, texts }: Step, open: Set<string | undefined>): Node[] {
  const parts: Node[] = [create('h3', '', title), create('ul', 'lines', ...lines.map((line) => create('li', '', line)))]
  if (facts.length > 0) {
    const rows = facts.flatMap(([name, value]) => [create('dt', '', name), create('dd', '', value)])
    parts.push(create('dl', '', ...rows))
  }
  if (items.length > 0) parts.push(create('ul', 'items', ...items.map((item) => create('li', '', item))))
  return [...parts, ...texts.map((text, index) => toDetails(text, `${index} ${text.name}`, open))]
}

function toDetails({ name, text }: Step['texts'][number], key: string, open: Set<string | undefined>) {
  const code = create('pre', '', text)
  code.tabIndex = 0 // it scrolls, and only what has focus scrolls by keyboard
  const details = create('details', '', create('summary', '', name), code)
  details.dataset.name = key
  details.open = open.has(key)
  return details
}
