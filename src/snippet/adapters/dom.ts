/** The page itself: elements marked by `data-ringup`, or found by the shop's selectors. */
import { attempt } from '../attempt.js'
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'

export function readDom(): FoundOrder[] {
  const { items: { each = '[data-ringup-item]', ...item } = {}, ...cart } = settings.selectors
  const rows = Array.from(document.querySelectorAll(each), (row) => readMarks(row, item, ''))
  // The marks within items are the items' own.
  return [{ ...readMarks(document, cart, ':not([data-ringup-item] *)'), items: rows[0] && rows }]
}

/** @param rules a selector for each field, beside the marked elements, which also match `more` */
function readMarks(root: ParentNode, rules: Record<string, unknown>, more: string): FoundOrder {
  const marks = Array.from(root.querySelectorAll<HTMLElement>('[data-ringup]' + more), (each) => [each.dataset.ringup, each] as const)
  return Object.fromEntries(
    [...marks, ...Object.entries(rules)].map(([name, rule]) => [name, attempt(() => readRule(root, rule, name))]),
  )
}

/** An element; or the first match of `selector` or `selector@attribute`, without a selector the root itself. */
export function readRule(root: ParentNode, rule: unknown, name?: string): unknown {
  const [, selector, attribute] = /^(.*?)(?:@([\w-]+))?$/s.exec(`${rule}`) ?? []
  const element = Object(rule).dataset ? rule : selector ? root.querySelector(selector) : root
  const { dataset, value, href, src, textContent } = element as HTMLInputElement & HTMLAnchorElement // or any other
  const content = (attributeName: string) => (element as Element).getAttribute(attributeName)
  return attribute
    ? content(attribute)
    : (dataset.ringupValue ?? (content('content') || value || (/_url$/.test(`${name}`) && (href || src)) || textContent))
}
