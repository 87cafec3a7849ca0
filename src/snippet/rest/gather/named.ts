/** Reads the order from elements that the shop has named: by its selectors, or by marks `data-ringup`. */
import type { Named, Problem, Said } from '../../../contract/said.js'
import { type Fields, toFields } from '../../core/fields.js'
import { parseJson, safely } from '../../core/safely.js'
import type { Settings } from '../../core/settings.js'
import { toText } from './order.js'
import { readElement, readSelector } from './selector.js'

/** Fields that every order has. If the page does not show them yet, the script waits for them. */
const NEEDED = ['order_number', 'cart_value', 'email', 'order', 'items']

export interface NamedOrder {
  /** Fields of the order and of its items, and the JSON behind the selector `order`. */
  named: NonNullable<Said['named']>
  /** The customer's address, or the text that has it. */
  email: Named
  /** Fields of NEEDED that have a selector but are not on the page yet. */
  missing: string[]
  /** Selectors and patterns that are not valid. */
  problems: Problem[]
}

export const MARKED_ROW = '[data-ringup-item]'

type Texts = Record<string, Named>

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
  const read = (root: ParentNode, fields: Fields, place: string) => readFields(root, fields, place, problems)
  const marks = readMarks(document)
  const found: Texts = { ...marks.get(null), ...read(document, ofOrder, 'selectors.') }
  const { order: json, email, ...order } = found
  const items = readRows(document, each).map((row) => ({ ...marks.get(row), ...read(row, ofItem, 'selectors.items.') }))
  const shown: Fields = { ...found, items: items[0] }
  return {
    named: toParts({ order, items, json: json ? toFields(parseJson(toText(json))) : {} }),
    email: email ?? '',
    missing: NEEDED.filter((name) => selectors[name] !== undefined && shown[name] === undefined),
    problems,
  }
}

/** Leaves out empty parts. */
const toParts = (parts: object): NamedOrder['named'] =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))

/** Groups marked elements by the item that each belongs to. The key is null for elements outside of all items. */
function readMarks(document: Document): Map<Element | null, Texts> {
  const marks = new Map<Element | null, Texts>()
  for (const element of document.querySelectorAll('[data-ringup]')) {
    const item = element.closest('[data-ringup-item]')
    const name = element.getAttribute('data-ringup') ?? ''
    const said = readElement(element, name)
    if (said) marks.set(item, { ...marks.get(item), [name]: said })
  }
  return marks
}

/** @param each the selector of the rows; without it, the marks decide */
export function readRows(document: Document, each: unknown): Element[] {
  return safely(() => [...document.querySelectorAll(String(each ?? MARKED_ROW))]) ?? []
}

function readFields(root: ParentNode, selectors: Fields, place: string, problems: Problem[]): Texts {
  const fields: Texts = {}
  for (const [name, selector] of Object.entries(selectors)) {
    const said = readSelector(root, selector, name)
    if (said === undefined) problems.push({ field: place + name, code: 'bad_selector' })
    else if (said) fields[name] = said
  }
  return fields
}
