/**
 * From an element that a person has pointed at to selectors, and the check that they hold on the shop's other pages.
 *
 * A proposal finds a text, and `normalise` reads it. An element without a class, id, attribute or label gets lines for the template instead.
 * A page with a number or rows is reported, so these two have a name or words that other pages do not have.
 */
import { toEmail } from '../../contract/email.js'
import type { FieldSelectors } from '../../contract/selectors.js'
import { AMOUNT, escapePattern, FIRST_AMOUNT, findReading, readText, SIGNS, toAmount } from './amount.js'
import { holds, isOfNumber, NUMBER } from './holds.js'
import { readLabel } from './label.js'
import { findRows, toPlacedRows } from './rows.js'
import { isUncounted, toSelector } from './to-selector.js'

/** The gaps that a person can fill by pointing. */
export type Target = 'order_number' | 'cart_value' | 'email' | 'items'

/** Selectors that hold on other pages; or the reason why there are none, with the lines for the template that help. */
export type Proposal = { selectors: FieldSelectors } | { problem: string; lines: string }

/** @param known the selectors that a person has made before */
export function propose(target: Target, element: Element, root: Element, known: FieldSelectors = {}): Proposal {
  if (target === 'items') return proposeRows(element, root, known)
  const value = readValue(target, readText(element))
  const selector = value === '' ? undefined : findSelector(target, element, root, value)
  if (selector === undefined)
    return { problem: NO_FIELD[value === '' ? 'value' : 'name'], lines: `<span data-ringup="${target}">…</span>` }
  return { selectors: { [`cart.${target}`]: selector } }
}

const NO_FIELD = {
  value: 'This text does not have the value. Click the value itself, or add this line to the template:',
  name: 'Nothing on the page names this text: it has no class, id or label. Add this line to the template:',
}

/** Reads the value that the selector must find again. Empty if the text has none. */
function readValue(target: Target, text: string): string {
  if (target === 'email') return text.split(/[\s<>"(),;]+/).find((word) => toEmail(word.replace(/[.:]$/, ''))) ?? ''
  if (target === 'cart_value') return toAmount(text) === undefined ? (AMOUNT.exec(text)?.[0] ?? '') : text
  return findNumber(text) ?? ''
}

/** Finds the order number in a sentence: after a sign, after a colon, or the longest word with a digit that is not a date. */
function findNumber(text: string): string | undefined {
  const words = text.split(/\s+/).map((word) => word.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, ''))
  if (words.length === 1) return words[0] || undefined
  const marked = /(?:#|№)\s*([^\s.,;!?]+)/.exec(text)?.[1] ?? /:\s*(\S+?)[.,;!?]*$/.exec(text)?.[1]
  const numbers = words.filter((word) => /\d/.test(word) && !/^\d{1,4}[.:/-]\d{1,2}([.:/-]\d{1,4})?$/.test(word))
  return marked ?? numbers.sort((one, other) => other.length - one.length)[0]
}

/** The nearest element around the value from which a selector reads it; one that counts elements only where no other does. */
function findSelector(target: Target, element: Element, root: Element, value: string): string | undefined {
  const isIt = (text: string) => (target === 'cart_value' ? toAmount(text) === toAmount(value) : text === value)
  const isSafe = target === 'order_number' ? isOfNumber : holds
  for (let holder: Element | null = element; holder; holder = holder === root ? null : holder.parentElement) {
    const css = holder === root ? root.localName : toSelector(holder, root)
    if (!css || !isUncounted(css)) continue
    const plain = holder === element ? [css] : []
    const patterns = target === 'cart_value' ? toTotalPatterns(element) : toPatterns(target, readText(holder), value)
    if (target === 'order_number' && NUMBER.test(css)) patterns.unshift(LAST_NUMBER)
    const selectors = [...plain, ...patterns.map((pattern) => `${css} /${pattern}/`)].filter(isSafe)
    const found = findReading(root, selectors, isIt)
    if (found) return found
  }
  const counted = toSelector(element, root)
  return counted && isSafe(counted) ? findReading(root, [counted], isIt) : undefined
}

/* Patterns have at most two quantifiers each. */

/** An element that is named after the number needs no word, so the shop may have other languages. */
const LAST_NUMBER = '([\\w/-]*\\d)\\D*$'

/** By the label, then by the place. */
function toTotalPatterns(element: Element): string[] {
  const label = readLabel(element)
  if (!label) return FIRST_AMOUNT
  const { pattern } = label
  const labelled = label.isAfter ? [`(${SIGNS}+\\D*)${pattern}`] : [`${pattern}([^:(]+)`, `${pattern}(\\D*${SIGNS}+)`]
  return [...labelled, ...FIRST_AMOUNT]
}

/** The last words before a value, with the signs between: “Your order #”. A sentence that ends before them may be another next time. */
const WORDS_BEFORE = /(?:[\p{L}'’-]+\s){0,2}[\p{L}'’-]*\p{L}{2}[^\p{L}\d]*$/u
const MAX_BEFORE = 60

/** By the words before it as the page prints them, because “Order” alone is on other pages too. A number has a digit, if this one has. */
function toPatterns(target: Target, text: string, value: string): string[] {
  const lines = text.slice(0, Math.max(0, text.indexOf(value))).split('\n')
  // A label may have a line of its own.
  const before = /\p{L}{2}/u.test(lines.at(-1) ?? '') ? (lines.at(-1) ?? '') : lines.slice(-2).join(' ')
  const [words = ''] = WORDS_BEFORE.exec(before.slice(-MAX_BEFORE)) ?? []
  const start = escapePattern(words)
  if (target === 'email') return [`${start}([^\\s,;<>()]+@[^\\s,;<>()]+)`]
  if (/\d/.test(value)) return [`${start}([\\w/-]*\\d[\\w/-]*)`, `${start}([^\\s,;!?]*\\d[^\\s,;!?]*)`]
  return /[:#]/.test(words) ? [`${start}([\\w/-]+)`] : []
}

function proposeRows(element: Element, root: Element, known: FieldSelectors): Proposal {
  const rows = findRows(element, root)
  if (!rows) return { problem: NO_ROWS, lines: ROW_LINES }
  if (!holds(rows.each)) return { problem: NO_ROW_NAME, lines: ROW_LINES }
  if (!('item.product_id' in rows.fields)) return { problem: NO_ID, lines: ROW_LINES }
  const each = toPlacedRows(rows.each, element, root, known['cart.order_number'])
  if (each === undefined) return { problem: NO_PLACE, lines: '<div class="order-confirmation">…</div>' }
  return { selectors: { each, ...rows.fields } }
}

const NO_ROWS =
  'Each value of a row needs an element of its own. Click a product of an order with two different products, or add these lines to the template:'
const NO_ROW_NAME = 'Nothing on the page names these rows: they have no class or id. Add these lines to the template:'
const NO_ID = 'These rows have no product number and no link. Add these lines to the template:'
const NO_PLACE =
  'A cart may have such rows too. Click the order number first. If it has no class or id, put the products into this box:'

const ROW_LINES = `<li data-ringup-item>
  <span data-ringup="product_id">…</span> <span data-ringup="name">…</span>
  <span data-ringup="item_qty">…</span> <span data-ringup="price">…</span>
</li>`
