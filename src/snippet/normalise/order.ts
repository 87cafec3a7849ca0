/** What is said of an order, by whomever → one conversion with its problems. */
import type { CartDataFields, CartItemFields, Conversion } from '../../contract/conversion.js'
import { type Fields, toFields } from '../fields.js'
import type { Problem, Reading } from '../problem.js'
import { type Amounts, isNegative, toAmount, toWhole } from './cents.js'
import { toQuantity } from './quantity.js'
import { createTable, readFields } from './read-fields.js'
import { NOTHING } from './reading.js'
import { toOrderNumber, toText } from './text.js'

/** One who says something of the order. */
export interface Source {
  cart: Fields
  items?: unknown
  amounts: Amounts
}

/** What pages call the number of an order, the API's name first. */
export const ORDER_NUMBER = [
  'order_number',
  'transaction_id',
  'id',
  'orderNumber', // JSON-LD
  'transactionID', // W3C
  'transactionId', // Tag Manager, before Universal Analytics
]

const CART = createTable<CartDataFields>({
  order_number: { read: toOrderNumber, names: ORDER_NUMBER.slice(1) },
  cart_value: { read: toAmount, names: ['value', 'revenue', 'price', 'transactionTotal'] },
  cart_item_count: { read: toQuantity },
  promo: { read: toText, names: ['coupon', 'discountCode', 'voucherCode'] },
  return_url: { read: toText },
})

const ITEM = createTable<CartItemFields>({
  product_id: { read: toText, names: ['item_id', 'id', 'sku', 'productID'] },
  name: { read: toText, names: ['item_name', 'productName'] },
  price: { read: toAmount, names: ['basePrice'] },
  description: { read: toText },
  category: { read: toCategories },
  item_qty: { read: toQuantity, names: ['quantity', 'orderQuantity'], otherwise: 1 },
  qty_price: { read: toAmount },
  product_url: { read: toText, names: ['url', 'productURL'] },
  image_url: { read: toText, names: ['image', 'productImage'] },
})

/** Every field the API knows; any other is an additional key. */
export const CART_NAMES = CART.known.cents
export const ITEM_NAMES = ITEM.known.cents

/**
 * @param sources a later one's fields win, and its items replace all others
 * @param value `items`: the value of the cart is the sum of its items
 */
export function toConversion(
  sources: readonly Source[],
  value: 'source' | 'items',
  problems: Problem[],
): Omit<Conversion, 'email'> {
  const carts = sources.map(({ cart, amounts }) => readFields(cart, CART, amounts, 'cart_data.', problems))
  const cart_data: Fields = Object.assign({}, ...carts)
  const last = sources.filter(({ items }) => items !== undefined && items !== null).pop()
  if (!last) return { cart_data } as Conversion // the readers of the table make what the contract wants
  const said = Array.isArray(last.items) ? last.items : [last.items] // one alone need not be in a list
  const items = readItems(said, last.amounts, problems)
  cart_data.cart_item_count ??= toSum(items, 'item_qty')
  if (value === 'items') cart_data.cart_value = toSum(items, 'qty_price')
  const cart_items = items.filter(({ product_id }) => product_id !== undefined)
  return { cart_data, cart_items } as Conversion // as above
}

function readItems(said: unknown[], amounts: Amounts, problems: Problem[]): Fields[] {
  const items: Fields[] = []
  said.forEach((each, index) => {
    const source = toFields(each)
    const isDiscount = amounts.unit === 'decimal' && isNegative(source.price ?? source.basePrice)
    if (isDiscount) return
    const place = `cart_items.${index}`
    const item = readFields(source, ITEM, amounts, `${place}.`, problems)
    if (item.product_id === undefined) problems.push({ field: place, code: 'no_product_id' })
    items.push(complete(item))
  })
  return items
}

/** A price of one and a price of all say each other, where it comes out even. */
function complete(item: Fields): Fields {
  const { price, item_qty, qty_price } = item
  if (typeof item_qty !== 'number') return item
  if (qty_price === undefined && typeof price === 'number') return withNumber(item, 'qty_price', price * item_qty)
  if (price === undefined && typeof qty_price === 'number') return withNumber(item, 'price', qty_price / item_qty)
  return item
}

const withNumber = (item: Fields, name: string, number: number): Fields =>
  toWhole(number) === undefined ? item : { ...item, [name]: number }

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
function toCategories(value: unknown): Reading<string[] | undefined> {
  const said = [value].flat()
  const names = said.length === 1 && typeof said[0] === 'string' ? said[0].split('/') : said
  const read = names.filter((name) => name !== undefined && name !== null).map(toText)
  const texts = read.flatMap((reading) => ('value' in reading && reading.value ? [reading.value] : []))
  return texts.length ? { value: texts } : NOTHING
}
