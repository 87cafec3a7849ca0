/** Guesses the fields in a row of the order, by all rows and by the amounts next to them. */
import { toQuantity } from '../../normalise/quantity.js'
import { readSelector, toShownText } from '../../snippet/rest/gather/selector.js'
import { FIRST_AMOUNT, toAmount } from './amount.js'
import { MAX_OWN_TEXT, readOwnText } from './own-text.js'
import { toSelector } from './to-selector.js'

/** The row that the selectors are found in, and all that they have to be right for. */
interface Sample {
  row: Element
  rows: Element[]
  root: Element
}

const AMOUNT = /\d[.,\u00a0\u202f' ]\d{2,3}\b|\p{Sc}|\b[A-Z]{3}\b\s*\d/u
/** “2”, “× 2”, “Qty: 2”; then “2 ea.”, “2 Stück”. */
const QUANTITY = /^\W*(?:x|qty|quantity|menge|anzahl|qté|quantité|cantidad)?\W*\d{1,3}\W*$/i
const QUANTITY_WITH_UNIT = /^\W*\d{1,3}\s*\p{L}{1,8}\.?\W*$/u

/** Guesses each field by its look. A person sees a wrong one immediately. An element without a name or ID is not a product's row. */
export function guessFields(row: Element, rows: Element[], root: Element): Record<string, string> {
  const sample = { row, rows, root }
  const leaves = [row, ...row.querySelectorAll('*')].filter(
    (element) => readOwnText(element) !== '' && !element.closest('option, del, s, script, style'),
  )
  const amounts = leaves.filter((leaf) => AMOUNT.test(readOwnText(leaf)) && /\d/.test(readOwnText(leaf)))
  const others = leaves.filter((leaf) => !amounts.includes(leaf))
  const quantity = findQuantity(row, others)
  const toWeight = (leaf: Element) => readOwnText(leaf).length + (leaf.closest('a[href]') ? MAX_OWN_TEXT : 0)
  const [name] = others
    .filter((leaf) => leaf !== quantity && /\p{L}{2}/u.test(readOwnText(leaf)))
    .sort((one, other) => toWeight(other) - toWeight(one))
  const id = guessId(sample)
  if (!name && !id) return {}
  const link = row.querySelector('a[href]')
  const quantitySelector = select(quantity, row)
  const guesses: [string, string | undefined][] = [
    ['item.product_id', id],
    ['item.name', name && selectName(name, row)],
    ['item.item_qty', quantitySelector],
    ...guessPrices(sample, amounts, quantitySelector),
    ['item.product_url', link ? withSelector(link, row) : undefined],
  ]
  return Object.fromEntries(guesses.flatMap(([field, css]) => (css && isIn(css, rows) ? [[field, css]] : [])))
}

/** The full name of a product whose name is shortened, if the page has it. */
function selectName(name: Element, row: Element): string | undefined {
  const css = select(name, row)
  return css && name.hasAttribute('title') && /(…|\.\.\.)$/.test(readOwnText(name)) ? `${css}@title` : css
}

function findQuantity(row: Element, leaves: Element[]): Element | undefined {
  const field = [...row.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[type=number], select')].find(
    ({ value }) => /^\d{1,3}$/.test(value),
  )
  const isLike = (pattern: RegExp) => leaves.find((leaf) => pattern.test(readOwnText(leaf)))
  return isLike(QUANTITY) ?? field ?? isLike(QUANTITY_WITH_UNIT)
}

type Guess = [field: string, selector: string | undefined]

interface Price {
  element: Element
  selector: string
  /** The amount in each row, in cents. */
  amounts: (number | undefined)[]
}

/** Prices of one piece and of the line, as the quantities say, or the sum outside of the rows. */
function guessPrices(sample: Sample, elements: Element[], quantity: string | undefined): Guess[] {
  const { row, rows } = sample
  const prices = elements.flatMap((element): Price[] => {
    const css = select(element, row)
    const selector = css && toAmountSelector(css, row)
    return selector ? [{ selector, amounts: rows.map((each) => toAmount(read(each, selector))), element }] : []
  })
  const counts = rows.map((each) => (quantity ? toQuantity(read(each, quantity)) : 1) ?? 1)
  const toLines = ({ amounts }: Price) => amounts.map((amount, index) => (amount ?? 0) * (counts[index] ?? 1))
  const [one, ...more] = prices
  if (!one) return []
  const toLine = (unit: Price) =>
    more.findLast((line) => line !== unit && String(line.amounts) === String(toLines(unit)))
  const unit = prices.find(toLine)
  const isOfLine = quantity && more.length === 0 && isLinePrice(sample, one, toLines(one))
  if (isOfLine) return [['item.qty_price', one.selector]]
  return [
    ['item.price', (unit ?? one).selector],
    ['item.qty_price', (unit ? toLine(unit) : more.at(-1))?.selector],
  ]
}

/** Adds a pattern for the first amount, where the element says more than one. */
function toAmountSelector(css: string, row: Element): string {
  if (toAmount(read(row, css)) !== undefined) return css
  const selectors = FIRST_AMOUNT.map((pattern) => `${css} /${pattern}/`)
  return selectors.find((selector) => toAmount(read(row, selector)) !== undefined) ?? css
}

/** One amount next to a quantity is that of one piece as often as that of the line. */
function isLinePrice({ rows, root }: Sample, { element, amounts }: Price, lines: number[]): boolean {
  const outside = [...root.querySelectorAll('*')].filter((each) => !rows.some((row) => row.contains(each)))
  const totals = outside.map((each) => toAmount(readOwnText(each)))
  const isTotal = (parts: (number | undefined)[]) =>
    totals.includes(parts.reduce<number>((sum, part) => sum + (part ?? 0), 0))
  if (isTotal(amounts) !== isTotal(lines)) return isTotal(amounts)
  return /total|sum|line|gesamt|montant|importe/i.test(`${element.className} ${element.id} ${readHeading(element)}`)
}

/** Heading of its column. */
function readHeading(element: Element): string {
  const cell = element.closest<HTMLTableCellElement>('td')
  const heading = cell?.closest('table')?.querySelector('tr:has(th)')?.children[cell.cellIndex]
  return heading?.textContent?.trim() ?? ''
}

const ID_ATTRIBUTES = ['data-sku', 'data-product-sku', 'data-product-id', 'data-product_id', 'data-item-id', 'data-id']

/** The first that tells the products apart; the page says it where none does. */
function guessId({ row, rows }: Sample): string | undefined {
  const link = row.querySelector('a[href]')
  const candidates = [
    ...ID_ATTRIBUTES.flatMap((name) => [`@${name}`, `[${name}]@${name}`]),
    ...(link ? toIdPatterns(link).map((pattern) => `${withSelector(link, row)} ${pattern}`) : []),
  ].filter((selector) => read(row, selector))
  const isDistinct = (selector: string) => new Set(rows.map((each) => read(each, selector))).size === rows.length
  return candidates.find(isDistinct) ?? candidates[0]
}

/** Parameters of the product's address, those that are called so first, or its last part. */
function toIdPatterns(link: Element): string[] {
  const [path = '', query = ''] = (link.getAttribute('href') ?? '').split('?')
  const names = query.split('&').flatMap((pair) => /^(?:amp;)?([\w-]+)=/.exec(pair)?.[1] ?? [])
  const isId = (name: string) => Number(/^(products?_?|item_?|article_?|id_)?(id|product|sku|item|p)$/i.test(name))
  const parameters = names.sort((one, other) => isId(other) - isId(one)).map((name) => `/[?&]${name}=([^&#]+)/`)
  const last = query ? '/([^\\/?]+)\\/?\\?/' : '/([^\\/]+)\\/?$/'
  return /\.(php|aspx?|cgi)$/.test(path) ? parameters : [...parameters, last]
}

function read(row: Element, selector: string): string {
  return toShownText(readSelector(row, selector, ''))
}

const withSelector = (link: Element, row: Element) => `${toSelector(link, row) ?? 'a'}@href`

const select = (element: Element | undefined, row: Element): string | undefined =>
  element && element !== row ? toSelector(element, row) : undefined

/** It names something in most rows: one that does in a single row would be chance. */
function isIn(selector: string, rows: Element[]): boolean {
  const css = /^(.*?)(?:@[\w-]+)?(?:\s+\/.+\/)?$/s.exec(selector)?.[1] ?? ''
  return rows.filter((row) => !css.trim() || row.querySelector(css)).length * 2 > rows.length
}
