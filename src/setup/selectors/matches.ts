/** Finds the elements that selectors lead to, so that the preview can show them. */
import { count } from '../../examine/count.js'
import { toText } from '../../snippet/rest/gather/order.js'
import { readSelector, SELECTOR } from '../../snippet/rest/gather/selector.js'
import type { Choices } from '../choices/choices.js'

/** One selector of the form, and what it names in the sample. */
export interface Match {
  elements: Element[]
  /** What the first has to say. */
  text: string
  /** The selector is no selector. */
  isBroken: boolean
}

const BROKEN: Match = { elements: [], text: '', isBroken: true }

/** The CSS in `.price@data-amount /pattern/`; where it is empty the row itself is meant. */
const toCss = (selector: string): string => SELECTOR.exec(selector)?.[1] ?? ''

/** Finds what each selector leads to, by its name in the form: `cart.order_number`, `each`, `item.price`. */
export function readMatches(document: Document, selectors: Choices['selectors']): Map<string, Match> {
  const { each = '', ...fields } = selectors
  const rows = toMatch('each', each, () => [...document.querySelectorAll(each)])
  const matches = Object.entries(fields).map(([name, selector]): [string, Match] => {
    const find = name.startsWith('item.')
      ? () => rows.elements.flatMap(inRow(toCss(selector)))
      : () => [document.querySelector(toCss(selector)) ?? []].flat()
    return [name, toMatch(name, selector, find)]
  })
  return new Map([...matches, ...(each ? [['each', rows] as const] : [])])
}

const inRow = (css: string) => (row: Element) => (css.trim() ? (row.querySelector(css) ?? []) : row)

function toMatch(name: string, selector: string, find: () => Element[]): Match {
  try {
    const elements = selector ? find() : []
    // From the element on, as the snippet does; a pattern that is none is named even where there is no element.
    const reading = readSelector(elements[0] ?? document, selector.slice(toCss(selector).length), name)
    if (reading === undefined) return BROKEN
    return { elements, text: toText(reading).replace(/\s+/g, ' ').slice(0, 40), isBroken: false }
  } catch {
    return BROKEN // querySelector throws for what is no selector
  }
}

/** What there is to say beside a selector. */
export function toMatchText(match: Match | undefined, hasSample: boolean): string {
  if (!match) return ''
  if (match.isBroken) return 'This is not a CSS selector.'
  if (!hasSample) return ''
  if (match.elements.length === 0) return 'Nothing in the sample.'
  return count(match.elements.length, 'element') + (match.text ? `: “${match.text}”` : '')
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
  for (const [name, { elements }] of readMatches(document, selectors)) {
    const label = name === 'each' ? 'item' : name.replace(/^\w+\./, '')
    for (const element of elements) labels.set(element, [labels.get(element), label].filter(Boolean).join(', '))
  }
  return labels
}
