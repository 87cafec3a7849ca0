/** Step 3, the selectors: what each names in the sample, and what there is to choose from. */
import type { Choices } from './choices.js'
import { create, find } from './elements.js'
import { readMatches, readRowSuggestions, readSuggestions, type Suggestion } from './matches.js'
import { toDocument } from './sample.js'

export function showMatches(html: string, { selectors, origin }: Choices): void {
  const matches = readMatches(toDocument(html, origin), selectors)
  for (const place of document.querySelectorAll<HTMLElement>('#selectors-panel .matches')) {
    const name = place.id.replace(/-matches$/, '')
    const match = matches.find((each) => each.name === name)
    const count = match?.elements.length ?? 0
    place.dataset.state = !match || !html.trim() ? '' : count > 0 ? 'found' : 'none'
    const input = find(name)
    input.setAttribute('aria-invalid', String(match?.isBroken ?? false))
    place.textContent = !match
      ? ''
      : match.isBroken
        ? 'This is no CSS selector.'
        : html.trim()
          ? toCount(count, match.text)
          : ''
  }
}

function toCount(count: number, text: string): string {
  if (count === 0) return 'Nothing in the sample.'
  return `${count === 1 ? '1 element' : `${count} elements`}${text ? `: “${text}”` : ''}`
}

let shown = ''

/** Anew only when sample or rows are others: looking for selectors takes a moment. */
export function showSuggestions(html: string, { selectors: { each }, origin }: Choices): void {
  const about = JSON.stringify([html, each])
  if (about === shown) return
  shown = about
  const { body } = toDocument(html, origin)
  fill('cart-suggestions', readSuggestions(body))
  fill('row-suggestions', readRowSuggestions(body))
  const row = findRow(body, each)
  fill('item-suggestions', row ? [...readSuggestions(row), ...toAttributes(row)] : [])
}

/** Undefined also where the selector is none yet. */
function findRow(body: Element, each: string): Element | null | undefined {
  try {
    return each ? body.querySelector(each) : undefined
  } catch {
    return undefined
  }
}

const toAttributes = (row: Element): Suggestion[] =>
  [...row.attributes]
    .filter(({ name }) => name.startsWith('data-'))
    .map(({ name, value }) => ({ selector: `@${name}`, text: value }))

function fill(id: string, suggestions: Suggestion[]) {
  find(id).replaceChildren(...suggestions.map(({ selector, text }) => create('option', text, { value: selector })))
}
