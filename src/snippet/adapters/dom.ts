/** The page itself: elements marked by `data-ringup`, or found by the shop's selectors. */
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'

type Rules = Record<string, unknown>

export function readDom(): FoundOrder | undefined {
  const { items, ...rules } = Object(settings.selectors)
  const { each = '[data-ringup-item]', ...itemRules } = Object(items)
  // The marks within items are the items' own.
  const { email, ...cart } = readFields(document, settings.selectors ? rules : ':not([data-ringup-item] *)')
  const rows = Array.from(document.querySelectorAll(each), (row) => readFields(row, items ? itemRules : ''))
  return cart.order_number || rows[0] ? { email, cart_data: cart, cart_items: rows[0] && rows } : undefined
}

/** @param rules a selector for each field, or what the marked elements must also match */
function readFields(root: ParentNode, rules: Rules | string): Rules {
  const entries: [string | undefined, unknown][] = typeof rules === 'string'
    ? Array.from(root.querySelectorAll<HTMLElement>(`[data-ringup]${rules}`), (each) => [each.dataset.ringup, each])
    : Object.entries(rules)
  return Object.fromEntries(entries.map(([name, rule]) => [name, readRule(root, rule, name)]))
}

/** The first match of `selector` or `selector@attribute`; without a selector the root itself. */
export function readRule(root: ParentNode, rule: unknown, name?: string): unknown {
  const [, selector, attribute] = /^(.*?)(?:@([\w-]+))?$/s.exec(`${rule}`) ?? []
  const element = rule instanceof Element ? rule : selector ? root.querySelector(selector) : (root as Element)
  if (!element) return
  if (attribute) return element.getAttribute(attribute)
  const { dataset, value, href, src, textContent } = Object(element)
  return dataset.ringupValue ?? (element.getAttribute('content') || value || (/_url$/.test(`${name}`) && (href || src)) || textContent)
}
