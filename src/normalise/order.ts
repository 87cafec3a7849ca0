/**
 * Reads one conversion from several sources. The last source that says a field decides it. The items are those of the last
 * source that has any.
 */
import type { CartDataFields, CartItemFields, Conversion } from '../contract/conversion.js'
import { decodeEntities } from '../contract/entities.js'
import { isPrivateName } from '../contract/limits.js'
import { ITEM_LIST_NAMES } from '../contract/names.js'
import { isNoValue } from '../contract/order-number.js'
import type { Problem } from '../contract/raw.js'
import { toAmountLine, toPrintedCurrency } from './amount-line.js'
import { toCents, toWhole } from './cents.js'
import {
  type Context,
  createTable,
  type Fields,
  findFilled,
  isFields,
  isFilled,
  type Result,
  readFields,
  type Source,
  type Speaker,
  TEXT,
  toResult,
  UNREADABLE,
} from './fields.js'
import { LONE_SIGNS, type Notation, toDataSigns, toShownSigns } from './lone-signs.js'
import { CART_NAMES, CATEGORIES, ITEM_NAMES, MARKUP, toCurrency } from './names.js'
import { toOrderNumber } from './order-number.js'
import { toQuantity } from './quantity.js'
import { toText } from './text.js'

/** The order as one source has it. */
export interface OrderSource extends Source {
  /** The rows of the cart; undefined if the source has none. */
  items?: readonly Fields[] | undefined
}

/** The facts about the whole order, whichever source says a field. */
export interface Terms extends Omit<Context, 'place'> {
  /** The value of the cart is the sum of its items. */
  isSum: boolean
  /** The parts that the snippet removed from a long event: `texts`, `rows`. */
  cut: readonly string[]
  /** The sum of quantities of the full cart, where rows were cut. */
  pieces: number | undefined
}

const AMOUNT = { read: (value: unknown, speaker: Speaker, notation: Notation) => readAmount(value, speaker, notation) }
const QUANTITY = { read: readQuantity }
/** A text for people. Templates write HTML entities into data, and marketing e-mails would show them. */
const NAME = {
  read: (value: unknown, speaker: Speaker) =>
    TEXT.read(speaker === 'data' && typeof value === 'string' ? decodeEntities(value) : value),
}

const CART = createTable<CartDataFields>(
  {
    order_number: { read: readOrderNumber },
    cart_value: AMOUNT,
    cart_item_count: QUANTITY,
    promo: { read: readPromo },
    return_url: TEXT,
  },
  CART_NAMES,
  { parts: ['email', ...MARKUP, ...ITEM_LIST_NAMES, 'partOfInvoice'], isPrivate: isPrivateName },
)

const ITEM = createTable<CartItemFields>(
  {
    product_id: TEXT,
    name: NAME,
    price: AMOUNT,
    description: NAME,
    category: { read: readCategories, from: findCategories },
    item_qty: { ...QUANTITY, otherwise: 1 },
    qty_price: AMOUNT,
    product_url: TEXT,
    image_url: TEXT,
  },
  ITEM_NAMES,
  { parts: [...MARKUP, ...CATEGORIES], isPrivate: isPrivateName },
)

/** The order as far as it could be read, and its problems. */
export interface ReadOrder {
  order: Omit<Conversion, 'email'>
  /** The place of each kept item among the items that the source has. Problems name an item by this place. */
  itemPlaces: number[]
  problems: Problem[]
  /** The total of a page is negative, as in a refund. */
  isNegative: boolean
}

/**
 * Reads the order.
 *
 * @param sources the fields of a later one win, and its items replace all others
 */
export function readOrder(sources: readonly OrderSource[], terms: Terms): ReadOrder {
  const cart = readFields(sources, CART, { ...terms, place: 'cart_data.' })
  const { fields: cart_data, problems } = cart
  const isNegative = sources.some(hasNegativeTotal)
  if (terms.cut.length > 0) cart_data.truncated ??= terms.cut.join(',')
  const printed = cart_data.cart_value === undefined ? undefined : readPrintedCurrency(sources)
  if (printed && !terms.notation?.currency) cart_data.currency ??= printed
  const last = sources.findLast(({ items }) => items !== undefined)
  // The readers of the tables return the contract's types.
  if (!last?.items) return { order: { cart_data } as Conversion, itemPlaces: [], problems, isNegative }
  const rows = readItems(last.items, last.speaker, terms, cart_data.cart_item_count)
  problems.push(...rows.flatMap((row) => row.problems))
  const counted = rows.filter(({ isEmpty }) => !isEmpty)
  cart_data.cart_item_count ??= toWhole(terms.pieces) ?? toSum(counted, 'item_qty')
  if (terms.isSum) {
    cart_data.cart_value = terms.cut.includes('rows') ? undefined : toSum(rows, 'qty_price')
    if (cart_data.cart_value === undefined) problems.push({ field: 'cart_data.cart_value', code: 'no_sum' })
  } else if (isFar(cart_data.cart_value, toSum(counted, 'qty_price'))) problems.push(FAR_TOTAL)
  const known = rows.filter(({ item }) => item.product_id !== undefined)
  const cart_items = known.map(({ item }) => item)
  const itemPlaces = known.map(({ place }) => place)
  return { order: { cart_data, cart_items } as Conversion, itemPlaces, problems, isNegative }
}

const FAR_TOTAL: Problem = { field: 'cart_data.cart_value', code: 'far_total' }
/** Shipping, tax and discounts are between the items and the total. They do not make it four times as large or small. */
const FAR = 4

const isFar = (total: unknown, sum: number | undefined): boolean =>
  typeof total === 'number' && sum !== undefined && sum > 0 && (total * FAR <= sum || total >= sum * FAR)

interface ReadItem {
  item: Fields
  place: number
  /** The row has no fields, or is not an object. It has a place, but is not a piece. */
  isEmpty: boolean
  problems: Problem[]
}

/** Finds the total under any of its names. A caller has one name for it. */
const findTotal = ({ fields, speaker }: OrderSource): unknown =>
  findFilled(fields, speaker === 'caller' ? ['cart_value'] : ['cart_value', ...CART_NAMES.cart_value])

/** A refund has a negative total. A caller's negative value is a problem. */
const hasNegativeTotal = (source: OrderSource): boolean => source.speaker !== 'caller' && isNegative(findTotal(source))

/** Reads the currency that is printed with the total. A caller passes cents, and prints nothing. */
function readPrintedCurrency(sources: readonly OrderSource[]): string | undefined {
  const last = sources.findLast((source) => isFilled(findTotal(source)))
  if (!last || last.speaker === 'caller') return undefined
  const { amount } = unwrapAmount(findTotal(last), last.speaker)
  return typeof amount === 'string' ? toPrintedCurrency(amount) : undefined
}

/** @param count the number of pieces in the whole cart, if the order has it */
function readItems(rows: readonly Fields[], speaker: Speaker, terms: Terms, count: unknown): ReadItem[] {
  const notation = { ...terms.notation, count: typeof count === 'number' ? count : undefined }
  return rows.flatMap((row, place) => {
    const price = findFilled(row, ['price', ...ITEM_NAMES.price])
    if (speaker !== 'caller' && isNegative(price)) return [] // a discount among the items
    const name = `cart_items.${place}`
    const { fields: item, problems } = readFields([{ fields: row, speaker }], ITEM, {
      ...terms,
      notation,
      place: `${name}.`,
    })
    if (item.product_id === undefined) problems.push({ field: name, code: 'no_product_id' })
    complete(item, (quantity) => readAmount(price, speaker, notation, quantity))
    return [{ item, place, isEmpty: Object.keys(row).length === 0, problems }]
  })
}

/** Recognises an amount that is certainly negative. */
function isNegative(amount: unknown): boolean {
  if (typeof amount === 'number') return amount < 0
  const value = isFields(amount) ? (amount.data ?? amount.amount) : amount
  return /[^\w.,\s]/.test(String(value)) && toCents(value, LONE_SIGNS.shown) === 'negative'
}

/**
 * Computes the price of all pieces from the exact price of one: 12 × 10.084 is 121.01. Computes the price of one from the price of all
 * if the result is whole cents.
 */
function complete(item: Fields, toPrice: (quantity: number) => Result): void {
  const { price, item_qty, qty_price } = item
  if (typeof item_qty !== 'number') return
  if (typeof price === 'number') {
    const total = toPrice(item_qty)
    if ('value' in total && total.value !== undefined) item.qty_price ??= total.value
  } else if (typeof qty_price === 'number') item.price = toWhole(qty_price / item_qty)
}

/** Adds up a field of all items. Returns `undefined` without items. If one item lacks the field, the sum would be wrong, so it is `undefined` too. */
function toSum(rows: readonly ReadItem[], name: string): number | undefined {
  if (rows.length === 0) return undefined
  let sum = 0
  for (const { item } of rows) {
    const part = item[name]
    if (typeof part !== 'number') return undefined
    sum += part
  }
  return toWhole(sum)
}

function readOrderNumber(value: unknown): Result {
  const number = toOrderNumber(value)
  return number === undefined ? { problem: 'no_order_number' } : { value: number }
}

/** Reads the promo code, or joins several. `false`, which programs print for no coupon, is ignored. */
function readPromo(value: unknown): Result {
  const codes = [value].flat().map((code) => (isFields(code) ? (findFilled(code, CODES) ?? code) : code))
  if (codes.some((code) => typeof code === 'object' && code !== null)) return UNREADABLE
  const texts = codes.flatMap((code) => toText(code) ?? []).filter((text) => !isNoValue(text))
  return { value: [...new Set(texts)].join(', ') }
}

/** The names under which an object has a promo code. */
const CODES = ['code', 'coupon', 'coupon_code', 'couponCode', 'name', 'title']

/** Finds the amount in a raw value. `{ data }` is the page's own text for machines. Other objects have the amount under a name. */
function unwrapAmount(raw: unknown, from: Speaker) {
  const isData = from === 'shown' && isFields(raw) && 'data' in raw
  const value = isData ? raw.data : raw
  const speaker: Speaker = isData ? 'data' : from
  const own = isFields(value) ? findFilled(value, MONEY) : value
  return { value, speaker, amount: speaker === 'shown' && typeof own === 'string' ? toAmountLine(own) : own }
}

/** @param quantity of pieces at this price */
function readAmount(raw: unknown, from: Speaker, notation: Notation, quantity = 1): Result {
  const { value, speaker, amount } = unwrapAmount(raw, from)
  if (speaker === 'caller') return readCents(value, quantity)
  const terms = isFields(value) ? { ...notation, currency: toCurrency(value) ?? notation.currency } : notation
  const signs = speaker === 'data' ? toDataSigns(amount, terms) : toShownSigns(amount, terms)
  const cents = toCents(amount, signs, quantity)
  if (typeof cents === 'number') return { value: cents }
  return cents === 'ambiguous_amount' ? { problem: cents } : UNREADABLE
}

/** A caller passes whole cents. */
function readCents(value: unknown, quantity: number): Result {
  const cents = toWhole(value)
  return cents === undefined ? { problem: 'not_cents' } : { value: toWhole(cents * quantity) }
}

/** The names under which an object has its amount: Shopify's, JSON-LD's, W3C's. */
const MONEY = ['amount', 'value', 'price', 'basePrice']

/** Reads a quantity. JSON-LD has it in an object. */
function readQuantity(value: unknown, speaker: Speaker, { count }: Notation & { count?: number | undefined }): Result {
  return toResult(toQuantity(isFields(value) ? value.value : value, speaker === 'data' ? 999 : count))
}

/** Collects the categories, which GA4 and W3C spread over several fields. */
function findCategories(fields: Fields): unknown[] | undefined {
  let categories: unknown[] = []
  for (const name of CATEGORIES) if (isFilled(fields[name])) categories = categories.concat(fields[name])
  return categories.length > 0 ? categories : undefined
}

/** Splits a single category `a/b/c` into its path. Several categories are not split. */
function readCategories(value: unknown, speaker: Speaker): Result {
  const given = Array.isArray(value) ? value.filter(isFilled) : [value]
  const texts: string[] = []
  for (const name of given) {
    const result = NAME.read(name, speaker)
    if ('problem' in result) return result
    texts.push(String(result.value))
  }
  const names = texts.length === 1 ? texts.flatMap((text) => text.split('/')) : texts
  const categories = names.map((name) => name.trim()).filter((name) => name !== '')
  return { value: categories.length > 0 ? categories : undefined }
}
