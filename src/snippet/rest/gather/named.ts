/** Reads the order from elements: those that the settings name by selectors, and those that have a mark `data-ringup`. */
import type { Named, Problem, Raw } from '../../../contract/raw.js'
import { type Fields, toFields } from '../../core/fields.js'
import { parseJson, safely } from '../../core/safely.js'
import type { Settings } from '../../core/settings.js'
import { isDisplayed } from '../is-displayed.js'
import { isSecretField } from './form.js'
import { query } from './query.js'
import { readElement, readSelector } from './selector.js'

/** Fields that every order has. If the page does not show them yet, the script waits for them. */
const NEEDED = ['order_number', 'cart_value', 'email', 'order', 'items']

export interface NamedOrder {
  /** Fields of the order, with the customer's address, and of its items, and the JSON at the selector `order`. */
  named: NonNullable<Raw['named']>
  /** Fields of NEEDED that have a selector but are not on the page yet. */
  missing: string[]
  /** Selectors and patterns that are not valid. */
  problems: Problem[]
}

const MARKED_ROW = '[data-ringup-item]'

type Texts = Record<string, Named>

/** Reads the fields that the settings name. In the rows of items, marks count too. */
export function readNamed({
  document,
  settings,
}: {
  document: Document
  settings: Pick<Settings, 'selectors'>
}): NamedOrder {
  const selectors = toFields(settings.selectors)
  const { items: rows, ...ofOrder } = selectors
  const { each, ...ofItem } = toFields(rows)
  const problems: Problem[] = []
  const { order: json, ...order } = readFields(document, ofOrder, 'selectors.', problems)
  const marks = readMarks(document)
  const items = rows
    ? readRows(document, each).map((row) => ({
        ...marks.get(row),
        ...readFields(row, ofItem, 'selectors.items.', problems),
      }))
    : []
  const fields: Fields = { ...order, order: json, items: items[0] }
  const text = typeof json === 'object' ? json.data : json
  return {
    named: toElements({ order, items, json: text ? toFields(parseJson(text)) : {} }),
    missing: NEEDED.filter((name) => selectors[name] !== undefined && fields[name] === undefined),
    problems,
  }
}

/** Reads the marked elements. */
export function readMarked(document: Document): NonNullable<Raw['marked']> {
  const marks = readMarks(document)
  const items = readRows(document, undefined).map((row) => ({ ...marks.get(row) }))
  return toElements({ order: { ...marks.get(null) }, items })
}

/** Leaves out empty parts. */
const toElements = (parts: object): NamedOrder['named'] =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))

/** Groups marked elements by the item that each belongs to. The key is null for elements outside of all items. */
function readMarks(document: Document): Map<Element | null, Texts> {
  const marks = new Map<Element | null, Texts>()
  for (const element of query(document, '[data-ringup]')) {
    const item = element.closest(MARKED_ROW)
    const name = element.getAttribute('data-ringup') ?? ''
    const text = isSecretField(element) ? '' : readElement(element, name)
    if (text) marks.set(item, { ...marks.get(item), [name]: text })
  }
  return marks
}

/**
 * Lists the rows that the browser displays, because pages repeat a table in a closed box, and hide the template of a row. If it displays
 * none, all rows count.
 *
 * @param each the selector of the rows; without it, the marks decide
 */
function readRows(document: Document, each: unknown): Element[] {
  const rows = safely(() => query(document, String(each ?? MARKED_ROW))) ?? []
  const displayed = rows.filter((row) => safely(() => isDisplayed(row)) ?? true)
  return displayed.length > 0 ? displayed : rows
}

function readFields(root: ParentNode, selectors: Fields, place: string, problems: Problem[]): Texts {
  const fields: Texts = {}
  for (const [name, selector] of Object.entries(selectors)) {
    const text = readSelector(root, selector, name)
    if (text === undefined) problems.push({ field: place + name, code: 'bad_selector' })
    else if (text) fields[name] = text
  }
  return fields
}
