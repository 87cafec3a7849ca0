/**
 * From an element that a person has pointed at to selectors, and the check that they hold on the shop's other pages.
 *
 * A name of an element alone, such as `strong`, finds something on each page. Then the shop's contact page reports an order.
 */
import type { FieldSelectors, OrderField } from '../../contract/selectors.js'
import { readElement, readSelector, SELECTOR, toShownText } from '../../snippet/rest/gather/selector.js'
import { readLabel, toFieldSelector } from './pointed.js'
import { findRows } from './rows.js'
import { isStable } from './stable-names.js'
import { isUncounted, toSelector } from './to-selector.js'
import { AMOUNT_GROUPS, escapePattern, findReading, toAmount } from './value-pattern.js'

/** A field of the order, or one of its products. */
export type Target = OrderField | 'items'

/** Selectors that hold on other pages, or the reason why the element has no selector. Both: a field is missing. */
export type Proposal = { selectors?: FieldSelectors; problem?: string }

/** Up to four signs between label and value: “# - ”. A counted repetition would count as endless. */
const GAP = '\\W?'.repeat(4)

/** The text of one field, behind its label. A pattern may have two endless quantifiers. */
const GROUPS: Partial<Record<Target, string[]>> = {
  order_number: ['([\\w/-]+)'],
  cart_value: AMOUNT_GROUPS,
  email: ['(\\S+@\\S+)'],
}

export function propose(target: Target, element: Element, root: Element): Proposal {
  return target === 'items' ? proposeRows(element, root) : proposeField(target, element, root)
}

function proposeField(target: OrderField, element: Element, root: Element): Proposal {
  const plain = toFieldSelector(target, element, root)
  const selector = plain && holds(plain) ? plain : toLabelled(target, element, root)
  if (selector) return { selectors: { [`cart.${target}`]: selector } }
  return {
    problem: `Nothing names this text: it has no class, id or label. In the template, write it as <span data-ringup="${target}">…</span>.`,
  }
}

function proposeRows(element: Element, root: Element): Proposal {
  const rows = findRows(element, root)
  if (!rows) return { problem: NO_ROWS }
  if (!holds(rows.each))
    return {
      problem: 'Nothing names these rows: they have no class or id. In the template, give each data-ringup-item.',
    }
  const each = toScoped(rows.each, element, root)
  const selectors = { each, ...rows.fields }
  if (!isFinished(each)) return { selectors, problem: NO_PLACE }
  return 'item.product_id' in rows.fields ? { selectors } : { selectors, problem: NO_ID }
}

/** Words in a class or id of a finished order, the clearest first. The cart often has the same rows. */
const FINISHED = [
  /confirm|success|thank|finish|complete|receipt|received|placed|invoice|danke|merci|gracias/i,
  /order|bestell|commande|pedido/i,
]
const isFinished = (names: string) => FINISHED.some((words) => words.test(names))

/** Adds a box round the rows that the cart does not have. */
function toScoped(each: string, element: Element, root: Element): string {
  if (isFinished(each)) return each
  const boxes: Element[] = []
  for (let box: Element | null = element; box; box = box === root ? null : box.parentElement) boxes.push(box)
  const names = boxes.flatMap(({ id, classList }) => [
    ...(id ? [`#${CSS.escape(id)}`] : []),
    ...Array.from(classList, toClass),
  ])
  const stable = names.filter((name) => isStable(name.slice(1)) && root.ownerDocument.querySelector(`${name} ${each}`))
  const name = FINISHED.flatMap((words) => stable.find((one) => words.test(one)) ?? [])[0]
  return name ? `${name} ${each}` : each
}

const toClass = (name: string) => `.${CSS.escape(name)}`

const NO_ROWS =
  'This element is not in a row of products. Point at a product. If the order has one product only, use an order with two.'

const NO_PLACE =
  'Nothing round these rows names a finished order, so a cart with such rows is reported too. In the template, give their box the class order-confirmation.'

const NO_ID =
  'These rows do not have the product’s ID, so no item is sent. In the template, give each row data-sku="…".'

/** It has a class, an id, an attribute, or a word of the page in its pattern. */
export function holds(selector: string): boolean {
  const [, css = '', , pattern = ''] = SELECTOR.exec(selector) ?? []
  const words = pattern.replace(/\\.|\[.*?\]/g, ' ')
  return /[.#[]/.test(css.replace(/:not\(.*?\)/g, '')) || /\p{L}{2}/u.test(words)
}

/** By the words beside it, or before it in its own text, in the nearest element round it that has them early in its text. */
function toLabelled(target: OrderField, element: Element, root: Element): string | undefined {
  const { label, value } = readLabelled(element)
  const groups = GROUPS[target] ?? []
  const patterns = groups.map((group) => (label.isBehind ? group + GAP + label.text : label.text + GAP + group))
  const isIt = (read: string) => read === value || (target === 'cart_value' && toAmount(read) === toAmount(value))
  for (
    let holder: Element | null = element;
    label.text && holder;
    holder = holder === root ? null : holder.parentElement
  ) {
    const css = holder === root ? root.localName : toSelector(holder, root)
    const selectors = css && isUncounted(css) ? patterns.map((pattern) => `${css} /${pattern}/`) : []
    const found = findReading(root.ownerDocument, selectors, isIt)
    if (found) return found
  }
  return undefined
}

interface Labelled {
  /** A pattern of the words before or behind the value. Empty: the value has no label. */
  label: { text: string; isBehind: boolean }
  /** The text without them. */
  value: string
}

/** “Order number: 1001” has its label in its own text. */
function readLabelled(element: Element): Labelled {
  const text = toShownText(readElement(element, '')).trim()
  const [, words = '', value = text] = /^(\p{L}[\p{L}\s.-]*?)[\s:#]+(\S*[\d@]\S*)$/u.exec(text) ?? []
  if (words) return { label: { text: escapePattern(words).replace(/\s+/g, '\\s'), isBehind: false }, value }
  return { label: readLabel(element) ?? { text: '', isBehind: false }, value }
}

/** Reads one target on this page with its selectors. */
export function readTarget(target: Target, selectors: FieldSelectors, document: Document): string {
  if (target === 'items') {
    const count = selectors.each ? document.querySelectorAll(selectors.each).length : 0
    return count === 1 ? '1 row' : count > 1 ? `${count} rows` : ''
  }
  const selector = selectors[`cart.${target}`]
  return selector ? toShownText(readSelector(document, selector, target)).replace(/\s+/g, ' ') : ''
}
