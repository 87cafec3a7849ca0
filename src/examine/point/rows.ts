/** Finds the rows of an order from one element that a person points at, and guesses the fields of each. */
import { SELECTOR } from '../../snippet/rest/gather/selector.js'
import { guessFields } from './guess.js'
import { FINISHED, namesNumber } from './holds.js'
import { isStable } from './stable-names.js'
import { toSelector } from './to-selector.js'

export interface Rows {
  /** The selector of all rows. */
  each: string
  /** Guessed selectors of the fields, by their name in the form: `item.price`. */
  fields: Record<string, string>
}

/** An element without one of these is not a row: it has no product, quantity or price of its own. */
const OWN_FIELDS = ['item.product_id', 'item.item_qty', 'item.price', 'item.qty_price']

/** Recognises a card with a customer's address. Its rows are never proposed. */
const PERSON =
  'address, [class*="address" i], [id*="address" i], [itemprop*="address" i], [href^="mailto:"], [href^="tel:"]'
const hasPerson = (row: Element): boolean =>
  row.matches(PERSON) || row.querySelector(PERSON) !== null || /\S@\S+\.\S/.test(row.textContent ?? '')

/** The nearest element around this one that is one of several alike, or a row by its kind. */
export function findRows(element: Element, root: Element): Rows | undefined {
  for (let row: Element | null = element; row && row !== root; row = row.parentElement) {
    const each = toRowSelector(row, root)
    if (!each) continue
    const rows = [...root.querySelectorAll(each)]
    if (rows.some(hasPerson)) continue
    const fields = guessFields(row, rows, root)
    // The parts of one product are alike too, but have no field in common.
    if (OWN_FIELDS.some((field) => field in fields)) return { each, fields }
  }
  return undefined
}

/** A row has elements in it, and others next to it, or is one by its kind. A cell has others next to it too. */
function toRowSelector(row: Element, root: Element): string | undefined {
  if (row.matches('td, th, tbody, thead, body, option, dt, dd') || row.children.length === 0) return undefined
  if (row.matches('tr') && !row.querySelector('td')) return undefined
  const alike = [...(row.parentElement?.children ?? [])].filter((other) => isAlike(other, row))
  if (alike.length < 2 && !row.matches('tr')) return undefined
  const shared = [...row.classList].filter(
    (name) => isStable(name) && alike.every((other) => other.classList.contains(name)),
  )
  // A line below the products, such as the total, has a class that they do not have.
  const siblings = [...(row.parentElement?.children ?? [])].filter(({ localName }) => localName === row.localName)
  const hasClass = ({ classList }: Element) => classList.length > 0
  const isBare = !alike.some(hasClass) && siblings.some(hasClass)
  const own = row.localName + shared.map((name) => `.${CSS.escape(name)}`).join('') + (isBare ? ':not([class])' : '')
  const candidates = shared.length > 0 ? [own] : []
  const parent = row.parentElement && row.parentElement !== root ? toSelector(row.parentElement, root) : undefined
  // After a row of headings.
  if (parent) candidates.push(`${parent} > ${own}`, `${parent} > ${own}:nth-child(n + 2)`)
  // The one that names these rows and no others. Another line can make up the number if the first row is left out.
  const namesThese = (selector: string) => {
    const named = [...root.querySelectorAll(selector)]
    return named.length === alike.length && alike.every((each) => named.includes(each))
  }
  return candidates.find(namesThese) ?? candidates[0] ?? own
}

/** The same kind, the same classes, and cells as many: the line of a sum below has fewer. Classes for the look do not count. */
function isAlike(other: Element, row: Element): boolean {
  const first = [...row.classList].find(isStable)
  return (
    other.localName === row.localName &&
    other.children.length === row.children.length &&
    (first === undefined ? ![...other.classList].some(isStable) : other.classList.contains(first)) &&
    (!row.matches('tr') || Boolean(other.querySelector('td')) === Boolean(row.querySelector('td')))
  )
}

/** Fields and buttons, which a row of a cart has. */
const CONTROLS = 'input, select, button'

/**
 * Limits rows to the page of a finished order, because a cart often has the same rows: by a box that the cart does not have, or to pages
 * with the element of the order's number. That element must not be around the rows, because a frame around both is on other pages too.
 *
 * @param number the selector of the number
 * @returns undefined if neither is known
 */
export function toPlacedRows(each: string, element: Element, root: Element, number = ''): string | undefined {
  if (FINISHED.test(each)) return each
  const { ownerDocument: document } = root
  for (let box: Element | null = element; box; box = box === root ? null : box.parentElement) {
    const names = [
      ...(box.id ? [`#${CSS.escape(box.id)}`] : []),
      ...[...box.classList].map((name) => `.${CSS.escape(name)}`),
    ]
    const name = names.find((own) => FINISHED.test(own) && isStable(own.slice(1)))
    if (name && document.querySelector(`${name} ${each}`)) return `${name} ${each}`
  }
  const [, css = ''] = SELECTOR.exec(number) ?? []
  if (!namesNumber(css) || document.querySelector(css)?.contains(element)) return undefined
  const isCart = [...root.querySelectorAll(each)].some((row) => row.querySelector(CONTROLS))
  return `body:has(${css}) ${each}${isCart ? '' : `:not(:has(${CONTROLS}))`}`
}
