/**
 * Makes one conversion of what several sources say of an order. The last source that says a field decides it; the items are
 * those of the last source that says anything of them.
 */
import type { CartDataFields, CartItemFields, Conversion } from '../contract/conversion.js'
import { PRIVATE_NAME } from '../contract/limits.js'
import { toCents, toWhole } from './cents.js'
import {
  createTable,
  type Fields,
  findFilled,
  isFields,
  isFilled,
  type Reading,
  readFields,
  type Source,
  type Speaker,
  TEXT,
  UNREADABLE,
  Unread,
} from './fields.js'
import { LONE_SIGNS, toDataSigns, toShownSigns } from './lone-signs.js'
import { CART_NAMES, CATEGORIES, ITEM_LISTS, ITEM_NAMES, MARKUP } from './names.js'
import { toOrderNumber } from './order-number.js'
import { toQuantity } from './quantity.js'
import { toText } from './text.js'

/** What one source says of an order. */
export interface OrderSource extends Source {
  /** The rows of the cart; undefined where the source says nothing of them. */
  items?: readonly Fields[] | undefined
}

/** What holds for the whole order, whichever source says a field. */
export interface Terms {
  /** The value of the cart is the sum of its items. */
  isSum: boolean
  /** What the snippet left out because it was too long: `texts`, `rows`. */
  cut: readonly string[]
  /** The sum of quantities of the full cart, where rows were cut. */
  pieces: number | undefined
}

const AMOUNT = { read: readAmount }
const QUANTITY = { read: readQuantity }

const CART = createTable<CartDataFields>(
  {
    order_number: { read: (value) => toOrderNumber(value) ?? new Unread('no_order_number') },
    cart_value: AMOUNT,
    cart_item_count: QUANTITY,
    promo: TEXT,
    return_url: TEXT,
  },
  CART_NAMES,
  { parts: ['email', ...MARKUP, ...ITEM_LISTS, 'partOfInvoice'], isPrivate: PRIVATE_NAME },
)

const ITEM = createTable<CartItemFields>(
  {
    product_id: TEXT,
    name: TEXT,
    price: AMOUNT,
    description: TEXT,
    category: { read: readCategories, from: findCategories },
    item_qty: { ...QUANTITY, otherwise: 1 },
    qty_price: AMOUNT,
    product_url: TEXT,
    image_url: TEXT,
  },
  ITEM_NAMES,
  { parts: [...MARKUP, ...CATEGORIES], isPrivate: PRIVATE_NAME },
)

/** The API's own names of fields, in the order in which they are shown. */
export const CART_FIELDS: ReadonlySet<string> = CART.own
export const ITEM_FIELDS: ReadonlySet<string> = ITEM.own

export interface ReadOrder {
  order: Omit<Conversion, 'email'>
  /** Where each of its items stood among those that were said: problems name an item by this place. */
  itemPlaces: number[]
}

/**
 * Reads the order.
 *
 * @param sources a later one's fields win, and its items replace all others
 */
export function readOrder(sources: readonly OrderSource[], terms: Terms, reading: Reading): ReadOrder {
  const cart_data = readFields(sources, CART, 'cart_data.', reading)
  if (terms.cut.length > 0) cart_data.truncated ??= terms.cut.join(',')
  const last = sources.findLast(({ items }) => items !== undefined)
  // The readers of the tables make what the contract wants.
  if (!last?.items) return { order: { cart_data } as Conversion, itemPlaces: [] }
  const said = readItems(last.items, last.speaker, reading)
  const counted = said.filter(({ isEmpty }) => !isEmpty)
  cart_data.cart_item_count ??= toWhole(terms.pieces) ?? toSum(counted, 'item_qty')
  if (terms.isSum) setSum(cart_data, said, terms, reading)
  const kept = said.filter(({ item }) => item.product_id !== undefined)
  const cart_items = kept.map(({ item }) => item)
  return { order: { cart_data, cart_items } as Conversion, itemPlaces: kept.map(({ place }) => place) } // as above
}

interface ReadItem {
  item: Fields
  place: number
  /** It says nothing, or was no object: it has a place, and is no piece. */
  isEmpty: boolean
}

function readItems(said: readonly Fields[], speaker: Speaker, reading: Reading): ReadItem[] {
  return said.flatMap((fields, place) => {
    if (speaker !== 'caller' && isDiscount(findFilled(fields, ['price', ...ITEM_NAMES.price]))) return []
    const name = `cart_items.${place}`
    const item = readFields([{ fields, speaker }], ITEM, `${name}.`, reading)
    if (item.product_id === undefined) reading.report(name, 'no_product_id')
    complete(item)
    return [{ item, place, isEmpty: Object.keys(fields).length === 0 }]
  })
}

/** Tells a discount that a shop has among its items: its price is negative. */
function isDiscount(price: unknown): boolean {
  if (typeof price === 'number') return price < 0
  const value = isFields(price) ? (price.data ?? price.amount) : price
  return /[^\w.,\s]/.test(String(value)) && toCents(value, LONE_SIGNS.shown) === 'negative'
}

/** Works out the price of one piece from that of all, or the other way round, where it comes out in whole cents. */
function complete(item: Fields): void {
  const { price, item_qty, qty_price } = item
  if (typeof item_qty !== 'number') return
  if (typeof price === 'number') item.qty_price ??= toWhole(price * item_qty)
  else if (typeof qty_price === 'number') item.price = toWhole(qty_price / item_qty)
}

function setSum(cart: Fields, items: ReadItem[], { cut }: Terms, { report }: Reading): void {
  const sum = cut.includes('rows') ? undefined : toSum(items, 'qty_price')
  if (sum === undefined) report('cart_data.cart_value', 'no_sum')
  cart.cart_value = sum
}

/** Adds up; undefined where there is nothing, or one part is not known: the sum would be wrong. */
function toSum(items: ReadItem[], name: string): number | undefined {
  if (items.length === 0) return undefined
  let sum = 0
  for (const { item } of items) {
    const part = item[name]
    if (typeof part !== 'number') return undefined
    sum += part
  }
  return toWhole(sum)
}

function readAmount(value: unknown, speaker: Speaker, reading: Reading): unknown {
  if (speaker === 'caller') return toWhole(value) ?? new Unread('not_cents')
  const said = isFields(value) ? findFilled(value, MONEY) : value
  const cents = toCents(said, speaker === 'data' ? toDataSigns(reading) : toShownSigns(said, reading))
  if (typeof cents === 'number') return cents
  return cents === 'ambiguous_amount' ? new Unread(cents) : UNREADABLE
}

/** The names under which an object has its amount: Shopify's, JSON-LD's, W3C's. */
const MONEY = ['amount', 'value', 'price', 'basePrice']

/** Reads a quantity, which JSON-LD has in an object. */
function readQuantity(value: unknown): unknown {
  return toQuantity(isFields(value) ? value.value : value) ?? UNREADABLE
}

/** Collects categories: GA4 and W3C have several, in several fields. */
function findCategories(fields: Fields): unknown[] | undefined {
  let categories: unknown[] = []
  for (const name of CATEGORIES) if (isFilled(fields[name])) categories = categories.concat(fields[name])
  return categories.length > 0 ? categories : undefined
}

/** Splits `a/b/c`, which alone is a path of categories; several are taken as they are. */
function readCategories(value: unknown): unknown {
  const said = Array.isArray(value) ? value.filter(isFilled) : [value]
  if (said.some((name) => typeof name === 'object')) return UNREADABLE
  const names = said.length === 1 ? (toText(said[0]) ?? '').split('/') : said
  const texts: string[] = []
  for (const name of names) {
    const text = toText(name)
    if (text) texts.push(text)
  }
  return texts.length > 0 ? texts : undefined
}
