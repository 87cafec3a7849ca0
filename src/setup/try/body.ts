/** What would be sent, in few words. */
import { count } from '../../examine/count.js'
import { toMajor } from '../../examine/totals.js'
import type { Body } from './try-out.js'

/** More than an e-mail address. */
export const isOrder = (body: Body | undefined): body is Body =>
  Boolean(body?.cart_items?.length || Object.keys(body?.cart_data ?? {}).length)

/** “order T-1042, 41.97, 2 items”. */
export function toSummary({ cart_data, cart_items }: Body): string {
  const { order_number: number, cart_value: value } = cart_data ?? {}
  const parts = [
    number ? `order ${number}` : 'an order without a number',
    ...(value === undefined ? [] : [toMajor(value)]),
    count(cart_items?.length ?? 0, 'item'),
  ]
  return parts.join(', ')
}

/** The fields that were found, for the inventory. */
export function toOrderFields(body: Body | undefined): string[] {
  if (!body) return []
  const items = [...new Set((body.cart_items ?? []).flatMap(Object.keys))]
  return [
    'e-mail address',
    ...Object.keys(body.cart_data ?? {}),
    ...(items.length > 0 ? [`of each item ${items.join(', ')}`] : []),
  ]
}
