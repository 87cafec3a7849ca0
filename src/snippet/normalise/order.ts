/** A found order, and what was passed, → one conversion with its problems. Pure. */
import type { Conversion } from '../../contract/conversion.js'
import { readPaths } from '../adapters/read-path.js'
import type { FoundOrder, Order } from '../order.js'
import type { AddProblem } from '../problem.js'
import { toWhole } from './cents.js'
import { CART, ITEM, ITEMS, readFields } from './fields.js'

/**
 * @param found with the page's names and decimal amounts
 * @param orders those passed, with the API's names and in whole cents. A later one's fields win, and its items replace all others
 * @param decimal the decimal sign of the page, any other sign where not known
 * @param value `items`: the cart's value is the sum of its items, whatever the page says
 */
export function toConversion(
  found: FoundOrder | undefined,
  orders: [Order | undefined, Order],
  decimal: string,
  value: string,
  addProblem: AddProblem,
): Omit<Conversion, 'email'> {
  const [given, order] = orders
  const theirs = readPaths(found, ITEMS)[0]
  const items = order.cart_items ?? given?.cart_items ?? theirs
  const unit = items === theirs ? decimal : undefined
  const cart_data = Object.assign(
    {},
    ...[found, given?.cart_data, order.cart_data].map((source, index) =>
      readFields(Object(source), CART, 'cart_data.', addProblem, index ? undefined : decimal),
    ),
  )
  if (!items) return { cart_data }
  // A sum would be wrong with one part of it unknown: then it is NaN, and left out.
  let count = 0
  let sum = 0
  const cart_items = [items].flat().flatMap((each, index) => {
    const place = `cart_items.${index}`
    const source = { ...(unit && { quantity: 1, ...Object(each).itemOffered, ...Object(each).orderedItem }), ...Object(each) }
    const item = readFields(source, ITEM, `${place}.`, addProblem, unit)
    item.qty_price ??= toWhole(Number(item.price) * Number(item.item_qty))
    count += Number(item.item_qty)
    sum += Number(item.qty_price)
    return item.product_id ? item : (addProblem(place, 'no_product_id') ?? [])
  })
  cart_data.cart_item_count ??= toWhole(count)
  if (value === 'items') cart_data.cart_value = toWhole(sum)
  return { cart_data, cart_items: cart_items as Conversion['cart_items'] } // field by field what the readers make of it
}
