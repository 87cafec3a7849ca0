/** What is said of an order, by whomever → one conversion with its problems. */
import type { CartDataFields, CartItemFields, Conversion } from '../../contract/conversion.js'
import { type Fields, toFields } from '../fields.js'
import type { Problem } from '../problem.js'
import { isAmbiguous, isNegative, toCents, toWhole } from './cents.js'
import { toQuantity } from './quantity.js'
import { createTable, findFilled, isFilled, readFields, type Speaker } from './read-fields.js'
import { toOrderNumber, toText } from './text.js'

/** What one says of the order. */
export interface Source {
  cart: Fields
  items?: unknown
  speaker: Speaker
}

/** What pages call the number of an order: the API, GA4, Universal Analytics, JSON-LD, W3C, older Tag Manager. */
export const ORDER_NUMBER = ['order_number', 'transaction_id', 'id', 'orderNumber', 'transactionID', 'transactionId']
/** What they call that of a product: the API, GA4, Universal Analytics, JSON-LD, W3C. */
export const PRODUCT_ID = ['product_id', 'item_id', 'id', 'sku', 'productID']
const PRICE = ['price', 'basePrice']
/** Where an order has its items: GA4, Universal Analytics, older Tag Manager, W3C, JSON-LD. */
export const ITEM_LISTS = ['items', 'products', 'transactionProducts', 'item', 'acceptedOffer', 'orderedItem']
/** Where it has its customer, who does not travel with the order. */
export const PERSONS = ['user_data', 'user_properties', 'customer', 'profile', 'billingAddress']
/** Where a product has several categories: GA4, and W3C. */
export const CATEGORIES = [
  ...['item_category', 'item_category2', 'item_category3', 'item_category4', 'item_category5'],
  ...['primaryCategory', 'subCategory1', 'subCategory2'],
]
const PARTS = [...PERSONS, 'email', 'email_address', '@type', '@context', '@id']

const text = (...names: string[]) => ({ read: toText, names })
/** JSON-LD has one in an object. */
const quantity = (...names: string[]) => ({
  read: (value: unknown) => toQuantity(toFields(value).value ?? value),
  names,
})
const amount = (...names: string[]) => ({
  read: (value: unknown, speaker: Speaker) =>
    speaker.is === 'page' ? toCents(value, speaker.readDecimal) : toWhole(value),
  why: (value: unknown, { is }: Speaker) => (is === 'page' && isAmbiguous(value) ? 'ambiguous_amount' : 'unreadable'),
  names,
})

export const CART = createTable<CartDataFields>(
  {
    order_number: { read: toOrderNumber, names: ORDER_NUMBER, why: () => 'no_order_number' },
    cart_value: amount('value', 'revenue', 'price', 'transactionTotal'),
    cart_item_count: quantity(),
    promo: text('coupon', 'discountCode', 'voucherCode'),
    return_url: text(),
  },
  [...PARTS, ...ITEM_LISTS, 'partOfInvoice'],
)

export const ITEM = createTable<CartItemFields>(
  {
    product_id: text(...PRODUCT_ID),
    name: text('item_name', 'productName'),
    price: amount(...PRICE),
    description: text(),
    category: { read: toCategories },
    item_qty: { ...quantity('quantity', 'orderQuantity', 'eligibleQuantity'), otherwise: 1 },
    qty_price: amount(),
    product_url: text('url', 'productURL'),
    image_url: text('image', 'productImage'),
  },
  [...PARTS, ...CATEGORIES],
)

/** The API's own names. */
export const CART_NAMES = CART.known.caller
export const ITEM_NAMES = ITEM.known.caller

/** With what it says under any name under the API's own too: those win over any other source's. */
export function withApiNames(cart: Fields): Fields {
  const named = CART.rows.map(({ name, names }) => [name, findFilled(cart, names.page)])
  return { ...cart, ...Object.fromEntries(named.filter(([, value]) => isFilled(value))) }
}

/**
 * @param sources a later one's fields win, and its items replace all others
 * @param value `items`: the value of the cart is the sum of its items
 */
export function toConversion(
  sources: readonly Source[],
  value: 'source' | 'items',
  problems: Problem[],
): Omit<Conversion, 'email'> {
  const carts = sources.map(({ cart, speaker }) => readFields(cart, CART, speaker, 'cart_data.', problems))
  const cart_data: Fields = Object.assign({}, ...carts)
  const last = sources.filter(({ items }) => isFilled(items)).pop()
  if (!last) return { cart_data } as Conversion // the readers of the tables make what the contract wants
  const items = readItems([last.items].flat(), last.speaker, problems) // one alone need not be in a list
  cart_data.cart_item_count ??= toSum(items, 'item_qty')
  if (value === 'items') cart_data.cart_value = toSum(items, 'qty_price')
  const cart_items = items.filter(({ product_id }) => product_id !== undefined)
  return { cart_data, cart_items } as Conversion // as above
}

function readItems(said: unknown[], speaker: Speaker, problems: Problem[]): Fields[] {
  return said.map(toFields).flatMap((source, index) => {
    if (speaker.is === 'page' && isNegative(findFilled(source, PRICE))) return []
    const place = `cart_items.${index}`
    const item = readFields(source, ITEM, speaker, `${place}.`, problems)
    if (item.product_id === undefined) problems.push({ field: place, code: 'no_product_id' })
    complete(item)
    return [item]
  })
}

/** A price of one and a price of all say each other, where it comes out even. */
function complete(item: Fields): void {
  const { price, item_qty, qty_price } = item
  if (typeof item_qty !== 'number') return
  if (typeof price === 'number') item.qty_price ??= toWhole(price * item_qty)
  else if (typeof qty_price === 'number') item.price = toWhole(qty_price / item_qty)
}

/** Undefined where one part is not known: it would be wrong. */
function toSum(items: Fields[], name: string): number | undefined {
  let sum = 0
  for (const { [name]: part } of items) {
    if (typeof part !== 'number') return undefined
    sum += part
  }
  return toWhole(sum)
}

/** `a/b/c` alone is a path of categories; several are taken as they are. */
function toCategories(value: unknown): string[] | '' {
  const said = [value].flat().filter(isFilled)
  const names = said.length === 1 ? String(toText(said[0])).split('/') : said
  const texts = names.flatMap((name) => toText(name) || [])
  return texts.length ? texts : ''
}
