/**
 * Reads an order of Shopify's webhooks (shopify.dev, "Order" of the REST Admin API), with the order number that people see and the
 * product ids that the custom pixel reports.
 */
import { type Fields, toFields } from '../fields.js'
import { toCodes, toId, toNumber, toObjects } from './platform.js'
import type { Unwrapped } from './unwrap.js'

export function readShopifyOrder(order: Fields): Unwrapped {
  const hasShipping = toObjects(order.shipping_lines).length > 0
  return {
    fields: {
      order_number: toId(order.name) ?? toId(order.order_number) ?? readShopifyId(order),
      cart_value: toPaid(order, 'total_price'),
      promo: toCodes(order.discount_codes),
      currency: order.presentment_currency ?? order.currency,
      tax: toNumber(toPaid(order, 'total_tax')),
      shipping: hasShipping ? toNumber(toPresentment(order.total_shipping_price_set)) : undefined,
    },
    items: toObjects(order.line_items).map(toItem),
  }
}

function toItem(line: Fields): Fields {
  return {
    product_id: toId(line.sku) ?? toId(line.variant_id) ?? toId(line.product_id),
    name: line.title,
    price: toPaid(line, 'price'),
    item_qty: line.quantity,
    item_variant: line.variant_title,
    item_brand: line.vendor,
  }
}

/** Reads an amount in the shopper's currency, which the pixel reports. Old API versions have only the shop's currency. */
const toPaid = (from: Fields, name: string) => toPresentment(from[`${name}_set`]) ?? from[name]

const toPresentment = (set: unknown) => toFields(toFields(set).presentment_money).amount

/**
 * Reads the order's id, which the custom pixel reports: the digits of `gid://shopify/Order/820982911946154508`, because `id` may be too
 * large for a number.
 */
export const readShopifyId = ({ admin_graphql_api_id: gid, id }: Fields): string | undefined =>
  /^gid:\/\/shopify\/\w{1,40}\/(\d{1,40})/.exec(toId(gid) ?? '')?.[1] ?? toId(id)
