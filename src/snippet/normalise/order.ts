/** A found order, and what was passed, → one conversion with its problems. */
import type { Conversion } from '../../contract/conversion.js'
import { readPaths } from '../adapters/read-path.js'
import type { FoundOrder, Order } from '../order.js'
import type { AddProblem } from '../problem.js'
import { settings } from '../settings.js'
import { toWhole } from './cents.js'
import { CART, ITEM, ITEMS, readFields } from './fields.js'

type Item = Record<string, object>
/** Undefined where they could not be read; sums are then NaN. */
type Numbers = Record<'price' | 'item_qty', number> & { qty_price?: number | undefined; product_id?: string }

/**
 * @param found with the page's names and decimal amounts
 * @param given, order those passed, with the API's names and in whole cents. A later one's fields win, and its items replace all others
 * @param decimal the decimal sign of the page, any other sign where not known
 */
export function toConversion(
  found: FoundOrder | false | undefined,
  given: Order | undefined,
  order: Order,
  decimal: () => string,
  addProblem: AddProblem,
): Omit<Conversion, 'email'> {
  const theirs = readPaths(found, ITEMS)[0]
  const items = order.cart_items ?? given?.cart_items ?? theirs
  const unit = items === theirs && decimal
  const cart_data = Object.assign(
    {},
    ...[found, given?.cart_data, order.cart_data].map((source, index) =>
      readFields(Object(source), CART, 'cart_data.', addProblem, !index && decimal),
    ),
  )
  if (!items) return { cart_data }
  // A sum would be wrong with one part of it unknown: then it is NaN, and left out.
  let count = 0
  let total = 0
  const cart_items = ([items].flat() as (Item | undefined)[]).flatMap((each, index) => {
    const place = `cart_items.${index}`
    const item = readFields(
      // A missing quantity is one; JSON-LD says of what within. What is no object has no fields.
      { ...(unit && { quantity: 1, ...each?.itemOffered, ...each?.orderedItem }), ...each },
      ITEM,
      `${place}.`,
      addProblem,
      unit,
    ) as Numbers
    item.qty_price ??= toWhole(item.price * item.item_qty)
    count += item.item_qty
    total += item.qty_price as number
    return item.product_id ? item : (addProblem(place, 'no_product_id') ?? [])
  })
  cart_data.cart_item_count ??= toWhole(count)
  if (settings.value === 'items') cart_data.cart_value = toWhole(total)
  return { cart_data, cart_items: cart_items as unknown as Conversion['cart_items'] } // field by field what the readers make of it
}
