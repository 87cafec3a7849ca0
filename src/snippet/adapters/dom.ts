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
  return Object.fromEntries(
    [
      ...Array.from(root.querySelectorAll<HTMLElement>('[data-ringup]' + more), (each) => [each.dataset.ringup as string, each] as const),
      ...Object.entries(rules),
    ].map(([name, rule]) => [name, attempt(() => readRule(root, rule, name))]),
  )
}

/** An element; or the first match of `selector` or `selector@attribute`, without a selector the root itself. */
export function readRule(root: ParentNode, rule: unknown, name?: string): unknown {
  const [, selector, attribute] = /^(.*?)(?:@([\w-]+))?$/s.exec(rule as string) as string[]
  const element = ((rule as HTMLElement).dataset ? rule : selector ? root.querySelector(selector) : root) as HTMLInputElement & HTMLAnchorElement // or any other; none throws
  return attribute
    ? element.getAttribute(attribute)
    : (element.dataset.ringupValue ??
        (element.getAttribute('content') || element.value || (/_url$/.test(name as string) && (element.href || element.src)) || element.textContent))
}
