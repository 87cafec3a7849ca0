/** The page itself: elements named by the shop's selectors, or marked by `data-ringup`. */
import { type Fields, toFields } from '../fields.js'
import { withApiNames } from '../normalise/order.js'
import type { FoundOrder, PageOrder } from '../order.js'
import { parseJson, safely } from '../safely.js'
import { settings } from '../settings.js'
import { toFoundOrder } from './found-order.js'
import { readElement, readSelector } from './selector.js'

/** What every order has, so that a page which does not show it yet is waited for. A promo code may never come. */
const NEEDED = ['order_number', 'cart_value', 'email', 'order', 'items']

/** What the shop itself has named wins, field by field and items as a whole, over what was found. */
export function withNamed(found: FoundOrder | undefined): PageOrder {
  const { items: rows, ...selectors } = toFields(settings.selectors)
  const { each, ...itemSelectors } = toFields(rows)
  const problems: PageOrder['problems'] = []
  const read = (root: ParentNode, fields: Fields, place: string) => readFields(root, fields, place, problems)
  const marks = readMarks()
  const { order, ...selected } = read(document, selectors, 'selectors.')
  // JSON, in an attribute or a script element, is read like an entry of the data layer.
  const json = toFoundOrder(toFields(parseJson(order)))
  const cart: Fields = { ...withApiNames(json.cart), ...marks.get(null), ...selected }
  const items = readRows(each).map((row) => ({ ...marks.get(row), ...read(row, itemSelectors, 'selectors.items.') }))
  const named: Fields = { ...cart, order, items: items[0] }
  return {
    ...found,
    cart: { ...found?.cart, ...cart },
    items: items.length > 0 ? items : (json.items ?? found?.items),
    emails: [cart.email, ...json.emails, ...(found?.emails ?? [])],
    missing: NEEDED.filter((name) => toFields(settings.selectors)[name] !== undefined && named[name] === undefined),
    problems,
  }
}

/** An order that was passed says its own: of the page only the customer is named. */
export const withNamedEmail = (passed: FoundOrder): FoundOrder => ({
  ...passed,
  emails: [...passed.emails, ...withNamed(undefined).emails],
})

/** What marked elements say, by the item they stand in; by null outside of all items. */
function readMarks(): Map<Element | null, Fields> {
  const marks = new Map<Element | null, Fields>()
  for (const element of document.querySelectorAll('[data-ringup]')) {
    const item = element.closest('[data-ringup-item]')
    const name = element.getAttribute('data-ringup') ?? ''
    const text = readElement(element, name)
    if (text) marks.set(item, { ...marks.get(item), [name]: text })
  }
  return marks
}

/** @param each the selector of the rows; without it they are marked */
function readRows(each: unknown): Element[] {
  return safely(() => [...document.querySelectorAll(String(each ?? '[data-ringup-item]'))]) ?? []
}

function readFields(root: ParentNode, selectors: Fields, place: string, problems: PageOrder['problems']): Fields {
  const fields: Fields = {}
  for (const [name, selector] of Object.entries(selectors)) {
    const reading = readSelector(root, selector, name)
    if ('problem' in reading) problems.push({ field: place + name, code: reading.problem })
    else if (reading.value) fields[name] = reading.value
  }
  return fields
}
