/**
 * Which elements the selectors name, to show them; what is read from them the snippet itself decides. And selectors to
 * choose from, for everything on the page that has a text.
 */
import { finder } from '@medv/finder'
import { readSelector, SELECTOR } from '../../src/snippet/adapters/selector.js'
import type { Choices, Selectors } from './choices.js'

/** One selector of the form, and what it names in the sample. */
export interface Match {
  /** Name of the form's field: `cart.order_number`, `each`, `item.price`. */
  name: string
  elements: Element[]
  /** What the first has to say. */
  text: string
  /** The selector is no selector. */
  isBroken: boolean
}

/** Of `.price@data-amount /pattern/` the CSS; where that is empty the row itself is meant. */
const toCss = (selector: string) => SELECTOR.exec(selector)?.[1] ?? ''

export function readMatches(document: Document, { cart, each, item }: Selectors): Match[] {
  const rows = toMatch('each', each, () => [...document.querySelectorAll(each)])
  const inRow = (css: string) => (row: Element) => (css.trim() ? (row.querySelector(css) ?? []) : row)
  return [
    ...Object.entries(cart).map(([field, selector]) =>
      toMatch(`cart.${field}`, selector, () => [document.querySelector(toCss(selector)) ?? []].flat()),
    ),
    ...(each ? [rows] : []),
    ...Object.entries(item).map(([field, selector]) =>
      toMatch(`item.${field}`, selector, () => rows.elements.flatMap(inRow(toCss(selector)))),
    ),
  ]
}

function toMatch(name: string, selector: string, find: () => Element[]): Match {
  try {
    const elements = selector ? find() : []
    // From the element on, as the snippet does; a pattern that is none is named even where there is no element.
    const reading = readSelector(elements[0] ?? document, selector.slice(toCss(selector).length), name)
    if ('problem' in reading) throw new SyntaxError(reading.problem)
    return { name, elements, text: reading.value.replace(/\s+/g, ' ').slice(0, 40), isBroken: false }
  } catch {
    return { name, elements: [], text: '', isBroken: true } // querySelector throws for what is no selector
  }
}

/** Label by element, of all that the source names: marks of the attributes, or what the selectors match. */
export function readLabels(document: Document, { source, selectors, email }: Choices): Map<Element, string> {
  // Words joined by dots are a path in the data layer.
  const address = toMatch('email', /^\w+(\.\w+)*$/.test(email) ? '' : email, () =>
    [document.querySelector(toCss(email)) ?? []].flat(),
  )
  const labels = new Map(address.elements.map((element) => [element, 'email']))
  if (source === 'attributes') {
    const marked = document.querySelectorAll<HTMLElement>('[data-ringup], [data-ringup-item]')
    return new Map([...labels, ...[...marked].map((element) => [element, element.dataset.ringup || 'item'] as const)])
  }
  for (const { name, elements } of readMatches(document, selectors)) {
    const label = name === 'each' ? 'item' : name.replace(/^\w+\./, '')
    for (const element of elements) labels.set(element, [labels.get(element), label].filter(Boolean).join(', '))
  }
  return labels
}

export interface Suggestion {
  selector: string
  text: string
}

const MAX_SUGGESTIONS = 80

/** For elements with a text of their own; a selector within `root` that names no other. */
export function readSuggestions(root: Element): Suggestion[] {
  return [...root.querySelectorAll('*')]
    .filter((element) => !element.matches('script, style, option, title') && readOwnText(element))
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
    const [first] = element.classList
    const selector = element.localName + (first ? `.${CSS.escape(first)}` : '')
    if (element.querySelector('*')) counts.set(selector, (counts.get(selector) ?? 0) + 1)
  }
  return [...counts].map(([selector, count]) => ({ selector, text: count === 1 ? '1 element' : `${count} elements` }))
}

function readOwnText(element: Element): string {
  const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
  return texts
    .map(({ textContent }) => textContent?.trim())
    .join(' ')
    .trim()
    .slice(0, 60)
}

/** Names with digits are often another on the next order. */
const isStable = (name: string) => !/\d/.test(name)

function toSelector(element: Element, root: Element): string | undefined {
  try {
    return finder(element, { root, timeoutMs: 50, idName: isStable, className: isStable })
  } catch {
    return undefined // none was found in time
  }
}
