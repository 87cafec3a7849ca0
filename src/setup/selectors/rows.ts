/** From one element that somebody points at to the rows of the order, and to what stands in each. */
import { readOwnText, toSelector } from './suggestions.js'

export interface Rows {
  /** The selector of all rows. */
  each: string
  count: number
  /** By name in the form, `item.price`: a guess at what the fields are. */
  fields: Record<string, string>
}

/** The nearest element round this one that is one of several alike, or a row by its kind. */
export function findRows(element: Element, root: Element): Rows | undefined {
  for (let row: Element | null = element; row && row !== root; row = row.parentElement) {
    const each = toRowSelector(row, root)
    if (!each) continue
    const rows = [...root.querySelectorAll(each)]
    return { each, count: rows.length, fields: guessFields(row, rows) }
  }
  return undefined
}

/** A row has others beside it, or is one by its kind, and has more than a text in it. A cell has others beside it too. */
function toRowSelector(row: Element, root: Element): string | undefined {
  if (row.matches('td, th, tbody, thead, body, option, dt, dd') || row.children.length === 0) return undefined
  if (row.matches('tr') && !row.querySelector('td')) return undefined
  const alike = [...(row.parentElement?.children ?? [])].filter((other) => isAlike(other, row))
  if (alike.length < 2 && !row.matches('tr')) return undefined
  const shared = [...row.classList].filter(
    (name) => !/\d/.test(name) && alike.every((other) => other.classList.contains(name)),
  )
  const own = row.localName + shared.map((name) => `.${CSS.escape(name)}`).join('')
  const candidates = shared.length > 0 ? [own] : []
  const parent = row.parentElement && row.parentElement !== root ? toSelector(row.parentElement, root) : undefined
  // Behind a row of headings.
  if (parent) candidates.push(`${parent} > ${own}`, `${parent} > ${own}:nth-child(n + 2)`)
  // The one that names these rows and no others.
  return candidates.find((selector) => root.querySelectorAll(selector).length === alike.length) ?? candidates[0] ?? own
}

/** The same kind, and cells as many: the line of a sum below has fewer. */
function isAlike(other: Element, row: Element): boolean {
  const [first] = row.classList
  return (
    other.localName === row.localName &&
    other.children.length === row.children.length &&
    (first === undefined || /\d/.test(first) || other.classList.contains(first)) &&
    (!row.matches('tr') || Boolean(other.querySelector('td')) === Boolean(row.querySelector('td')))
  )
}

const AMOUNT = /\d[.,\u00a0\u202f' ]\d{2,3}\b|[€$£¥₹]|\b[A-Z]{3}\b\s*\d/
const QUANTITY = /^\W*(?:qty|quantity|menge|anzahl|qté|quantité|cantidad)?\W*\d{1,3}\W*$/i
const ID_ATTRIBUTES = ['data-sku', 'data-product-sku', 'data-product-id', 'data-product_id', 'data-item-id', 'data-id']

/** What each looks like; the shop sees it at once when one is wrong. */
function guessFields(row: Element, rows: Element[]): Record<string, string> {
  const leaves = [row, ...row.querySelectorAll('*')].filter((element) => readOwnText(element) !== '')
  const amounts = leaves.filter((leaf) => AMOUNT.test(readOwnText(leaf)))
  const quantity = leaves.find((leaf) => !amounts.includes(leaf) && QUANTITY.test(readOwnText(leaf)))
  const [name] = leaves
    .filter((leaf) => !amounts.includes(leaf) && leaf !== quantity && /\p{L}{2}/u.test(readOwnText(leaf)))
    .sort((one, other) => readOwnText(other).length - readOwnText(one).length)
  const [price, linePrice] = amounts
  const input = row.querySelector('input[type=number]')
  const link = row.querySelector('a[href]')
  const guesses: [string, string | undefined][] = [
    ['item.product_id', guessId(row, link)],
    ['item.name', select(name, row)],
    ['item.item_qty', select(quantity ?? input ?? undefined, row)],
    // One amount beside a quantity is that of one piece as often as that of the line: the shop has to look.
    ['item.price', select(price, row)],
    ['item.qty_price', linePrice && select(linePrice, row)],
    ['item.product_url', link ? withSelector(link, row) : undefined],
  ]
  return Object.fromEntries(guesses.flatMap(([field, css]) => (css && isIn(css, rows) ? [[field, css]] : [])))
}

function guessId(row: Element, link: Element | null): string | undefined {
  const attribute = ID_ATTRIBUTES.find((name) => row.hasAttribute(name))
  if (attribute) return `@${attribute}`
  const inner = row.querySelector(ID_ATTRIBUTES.map((name) => `[${name}]`).join())
  const name = inner && ID_ATTRIBUTES.find((each) => inner.hasAttribute(each))
  if (name) return `[${name}]@${name}`
  return link ? `${withSelector(link, row)} ${toIdPattern(link)}` : undefined
}

/** A parameter of the product's address, or its last part. */
function toIdPattern(link: Element): string {
  const [, parameter] = /[?&]((?:product_?)?id|sku|item|p)=/i.exec(link.getAttribute('href') ?? '') ?? []
  return parameter ? `/[?&]${parameter}=([^&#]+)/` : '/([^\\/?]+)\\/?(?:\\?.*)?$/'
}

const withSelector = (link: Element, row: Element) => `${toSelector(link, row) ?? 'a'}@href`

const select = (element: Element | undefined, row: Element): string | undefined =>
  element && element !== row ? toSelector(element, row) : undefined

/** It names something in most rows: one that does in a single row would be chance. */
function isIn(selector: string, rows: Element[]): boolean {
  const css = /^(.*?)(?:@[\w-]+)?(?:\s+\/.+\/)?$/s.exec(selector)?.[1] ?? ''
  return rows.filter((row) => !css.trim() || row.querySelector(css)).length * 2 > rows.length
}
