/** A found order, and what was passed, → one conversion with its problems. Pure. */
import type { Conversion } from '../../contract/conversion.js'
import type { FoundOrder, Order } from '../order.js'
import { addProblem, type Problem } from '../problem.js'
import { CART, ITEM, readFields } from './fields.js'
import { toEmail } from './text.js'

/**
 * @param orders the found one, with the page's names and decimal amounts; then those passed, with the API's names and in
 *   whole cents. A later one's fields win, and its items replace all others
 * @param decimal the decimal sign of the page, blank where not known
 * @param value `items`: the cart's value is the sum of its items, whatever the page says
 * @returns undefined when there is no readable e-mail; `problems` says so
 */
export function toConversion(
  orders: [FoundOrder | undefined, ...(Order | undefined)[]],
  decimal: string,
  value: string | undefined,
  problems: Problem[],
): Conversion | undefined {
  const cart: Record<string, unknown> = {}
  const conversion: Record<string, unknown> = { cart_data: cart }
  let source: unknown
  let unit: string | undefined
  orders.forEach((order, index) => {
    const decimalOf = index ? undefined : decimal
    const { email, cart_data: data = {}, cart_items: items } = Object(order)
    conversion.email = toEmail(email) ?? conversion.email
    Object.assign(cart, readFields(data, CART, ['cart_data'], problems, decimalOf))
    if (items != null) {
      source = items
      unit = decimalOf
    }
  })
  if (source != null) {
    // A sum would be wrong with one part of it unknown: then it is NaN, and left out.
    let count = 0
    let sum = 0
    const items = [source].flat().map((each, index) => {
      const place = ['cart_items', index]
      const item = readFields(each, ITEM, place, problems, unit)
      const { price, item_qty: quantity, product_id } = item
      const total = Number(price) * Number(quantity)
      if (Number.isSafeInteger(total)) item.qty_price ??= total
      count += Number(quantity)
      sum += Number(item.qty_price)
      if (!product_id) addProblem(problems, place, 'no_product_id')
      return item
    })
    if (Number.isSafeInteger(count)) cart.cart_item_count ??= count
    if (value === 'items') cart.cart_value = Number.isSafeInteger(sum) ? sum : undefined
    conversion.cart_items = items.filter(({ product_id }) => product_id)
  }
  if (conversion.email) return conversion as Conversion // field by field what the readers make of it
  return addProblem(problems, ['email'], 'no_email')
}
