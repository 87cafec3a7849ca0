/** A found order, and what the caller passed, → one conversion with its problems. Pure. */
import type { CartDataFields, CartItem, CartItemFields, Cents, Conversion } from '../../contract/conversion.js'
import type { FoundOrder, Order } from '../order.js'
import { addProblem, type Problem } from '../problem.js'
import { toCents, toWholeCents } from './cents.js'
import { because, type Reader, type Readers, readFields } from './fields.js'
import { toEmail, toOrderNumber, toText } from './text.js'

/**
 * @param found decimal amounts, as pages have them
 * @param passed whole cents, as callers give them; a passed field wins, and passed items replace all that were found
 * @param decimal the decimal sign of amounts read as text, where known
 * @returns undefined when there is no readable e-mail; `problems` says so
 */
export function toConversion(
  found: FoundOrder | undefined,
  passed: Order,
  decimal: string | undefined,
  problems: Problem[],
): Conversion | undefined {
  const ofPage: Reader = (value) =>
    toCents(value, decimal) ?? because(toCents(value, '.') === undefined ? 'unreadable' : 'ambiguous_amount')
  const ofCaller: Reader = (value) => toWholeCents(value) ?? because('not_whole_cents')

  const email = toEmail(passed.email) ?? toEmail(found?.email)
  const cart: Record<string, unknown> = {
    ...readCart(found?.cart_data, ofPage, problems),
    ...readCart(passed.cart_data, ofCaller, problems),
  }
  const conversion: Record<string, unknown> = { email, cart_data: cart }
  const source: unknown = passed.cart_items ?? found?.cart_items
  if (Array.isArray(source)) {
    const items = readItems(source, passed.cart_items ? ofCaller : ofPage, problems)
    // The sum would be wrong with one quantity unknown: then it is NaN, and left out.
    const count = items.reduce((sum, { item_qty: quantity = NaN }) => sum + quantity, 0)
    if (Number.isSafeInteger(count)) cart.cart_item_count ??= count
    conversion.cart_items = items.filter(({ product_id }) => product_id)
  } else if (source != null) addProblem(problems, 'cart_items', 'unreadable')
  if (email) return conversion as Conversion // field by field what the readers below make of it
  return addProblem(problems, 'email', 'no_email')
}

function readCart(source: unknown, amount: Reader, problems: Problem[]): Record<string, unknown> {
  const readers: Readers<CartDataFields> = {
    cart_value: amount,
    cart_item_count: toQuantity,
    order_number: (value) => toOrderNumber(value) ?? because('no_order_number'),
  }
  return readFields(source ?? {}, readers, 'cart_data', problems)
}

function readItems(source: unknown[], amount: Reader, problems: Problem[]): CartItem[] {
  const readers: Readers<CartItemFields> = {
    price: amount,
    category: toCategories,
    item_qty: toQuantity,
    qty_price: amount,
  }
  return source.map((each, index) => {
    const place = `cart_items.${index}`
    const item = readFields(each, readers, place, problems) as Partial<CartItem>
    const { price = NaN, item_qty: quantity = NaN } = item
    if (Number.isSafeInteger(price * quantity)) item.qty_price ??= (price * quantity) as Cents // whole cents, times
    if (!item.product_id) addProblem(problems, place, 'no_product_id')
    return item as CartItem // the caller takes those with a product_id
  })
}

const toQuantity: Reader = (value) => {
  const quantity = Number(toText(value) || NaN)
  return Number.isSafeInteger(quantity) && quantity >= 0 ? quantity : undefined
}

/** `a/b/c` alone is a path of categories; several are taken as they are. None is nothing. */
const toCategories: Reader = (value) => {
  const names = [value].flat().flatMap((name) => toText(name) || [])
  const parts = names[1] ? names : names.flatMap((name) => name.split('/').flatMap((part) => toText(part) || []))
  return parts[0] ? parts : ''
}
