/** The page itself: elements named by the shop's selectors, or marked by `data-ringup`. They win over what else is found. */
import { type Fields, isFields, toFields } from '../fields.js'
import type { NamedOrder } from '../order.js'
import { parseJson, safely } from '../safely.js'
import { type Selectors, settings } from '../settings.js'
import { toFoundOrder } from './found-order.js'
import { readElement, readSelector } from './selector.js'

/** What every order has, so that a page which does not show it yet is waited for. A promo code may never come. */
const NEEDED = new Set(['order_number', 'cart_value', 'email', 'order'])

export function readNamedOrder(): NamedOrder {
  const { items: rows, order, email, ...selectors } = settings.selectors ?? {}
  const named: NamedOrder = { cart: {}, items: undefined, emails: [], missing: [], invalid: [] }
  const marked = readMarks()
  if (order) mergeJson(named, order)
  const { email: markedEmail, ...marks } = marked.get(undefined) ?? {}
  Object.assign(named.cart, marks)
  Object.assign(named.cart, readFields(document, selectors, named))
  named.items = readItems(toFields(rows), marked, named) ?? named.items
  const found = email ? readFields(document, { email }, named) : {}
  named.emails.unshift(...[found.email, markedEmail].filter((each) => each !== undefined))
  return named
}

/** What marked elements say, by the item they stand in; by undefined outside of all items. */
function readMarks(): Map<Element | undefined, Fields> {
  const marks = new Map<Element | undefined, Fields>()
  for (const element of document.querySelectorAll('[data-ringup]')) {
    const item = element.closest('[data-ringup-item]') ?? undefined
    const name = element.getAttribute('data-ringup') ?? ''
    const text = readElement(element, isAddress(name))
    if (text) marks.set(item, { ...marks.get(item), [name]: text })
  }
  return marks
}

/** Undefined where there are none. */
function readItems(
  { each, ...selectors }: Fields,
  marked: Map<Element | undefined, Fields>,
  named: NamedOrder,
): Fields[] | undefined {
  const rows = safely(() => [...document.querySelectorAll(String(each ?? '[data-ringup-item]'))])
  if (!rows) named.invalid.push('items')
  if (each !== undefined && !rows?.length) named.missing.push('items')
  const items = rows?.map((row) => ({ ...marked.get(row), ...readFields(row, selectors, named) }))
  return items?.length ? items : undefined
}

function readFields(root: ParentNode, selectors: Selectors | Fields, named: NamedOrder): Fields {
  const fields: Fields = {}
  for (const [name, selector] of Object.entries(selectors)) {
    const reading = readSelector(root, selector, isAddress(name))
    if ('problem' in reading) named.invalid.push(name)
    else if (reading.value !== undefined) fields[name] = reading.value
    else if (root === document && NEEDED.has(name)) named.missing.push(name)
  }
  return fields
}

/** JSON that a selector names, in an attribute or a script element, is read like an entry of the data layer. */
function mergeJson(named: NamedOrder, selector: unknown): void {
  const { order } = readFields(document, { order: selector }, named)
  const said = parseJson(order)
  if (!isFields(said)) return
  const found = toFoundOrder({ ...said, ...toFields(said.ecommerce) })
  Object.assign(named, { cart: found.cart, items: found.items, emails: found.emails })
}

const isAddress = (name: string) => name.endsWith('_url')
