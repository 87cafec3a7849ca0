/** Selectors to choose from, for everything on the page that has a text. */
import { count } from '../../examine/count.js'
import { readOwnText } from '../../examine/point/own-text.js'
import { isStable } from '../../examine/point/stable-names.js'
import { toSelector } from '../../examine/point/to-selector.js'

export interface Suggestion {
  selector: string
  text: string
}

const MAX_SUGGESTIONS = 80
/** What no shopper sees. */
const UNSEEN = 'script, style, option, title, template, noscript'

/** Suggests, for an element with a text of its own, a selector within `root` that names no other. */
export function readSuggestions(root: Element): Suggestion[] {
  return [...root.querySelectorAll('*')]
    .filter((element) => !element.matches(UNSEEN) && readOwnText(element))
    .slice(0, MAX_SUGGESTIONS)
    .flatMap((element) => {
      const selector = toSelector(element, root)
      return selector ? [{ selector, text: readOwnText(element) }] : []
    })
}

/** Selectors that several elements share: rows, most likely. */
export function readRowSuggestions(root: Element): Suggestion[] {
  const counts = new Map<string, number>()
  for (const element of root.querySelectorAll('tr, li, [class]')) {
    const first = [...element.classList].find(isStable)
    const selector = element.localName + (first ? `.${CSS.escape(first)}` : '')
    if (element.querySelector('*')) counts.set(selector, (counts.get(selector) ?? 0) + 1)
  }
  return [...counts].map(([selector, many]) => ({ selector, text: count(many, 'element') }))
}

/** Attributes of the row itself, in which shops keep their IDs. */
export const readAttributeSuggestions = (row: Element): Suggestion[] =>
  [...row.attributes]
    .filter(({ name }) => name.startsWith('data-'))
    .map(({ name, value }) => ({ selector: `@${name}`, text: value }))
