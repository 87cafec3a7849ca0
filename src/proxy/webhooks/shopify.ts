/**
 * Shopify's order webhooks (shopify.dev, "Webhooks", topics `orders/create` and `orders/paid`; "Order" of the REST Admin API):
 * the order in the words, and with the order number and product ids, that the custom pixel uses.
 */
import { toAmountText, toCents } from './amount.js'
import {
  type Fields,
  type FoundOrder,
  type Platform,
  sumCounts,
  toCount,
  toFields,
  toList,
  toMoment,
  toText,
} from './platform.js'

const TOPICS = ['orders/create', 'orders/paid']

export const SHOPIFY: Platform = {
  name: 'shopify',
  signature: 'x-shopify-hmac-sha256',
  topic: 'x-shopify-topic',
  readSecrets: ({ shopifySecrets }) => shopifySecrets,
  isPing: () => false,
  readOrder(order, topic) {
    if (!TOPICS.includes(topic)) return 'topic'
    // "Send test notification" and orders paid with the bogus gateway.
    if (order.test === true) return 'test_order'
    if (order.cancelled_at) return 'not_placed'
    return toOrder(order, topic)
  },
}

function toOrder(order: Fields, topic: string): FoundOrder {
  const lines = toList(order.line_items)
  return {
    email: toText(order.email) ?? toText(order.contact_email) ?? toText(toFields(order.customer).email),
    cart_data: {
      order_number: toId(order.admin_graphql_api_id) ?? toText(order.id),
      cart_value: toCents(toPaid(order, 'total_price')),
      cart_item_count: sumCounts(lines.map(({ quantity }) => toCount(quantity))),
      promo: toCodes(order.discount_codes),
      currency: toText(order.presentment_currency) ?? toText(order.currency),
      tax: toAmountText(toPaid(order, 'total_tax')),
      shipping: toList(order.shipping_lines).length > 0 ? toAmountText(toShipping(order)) : undefined,
    },
    cart_items: lines.map(toItem),
    // An order is paid later than it was made; one that is imported was made before it came.
    occurredMs: toMoment(topic === 'orders/paid' ? order.updated_at : order.processed_at) ?? toMoment(order.created_at),
  }
}

function toItem(line: Fields): Fields {
  const price = toCents(toPaid(line, 'price'))
  const item_qty = toCount(line.quantity)
  return {
    product_id: toText(line.sku) ?? toText(line.variant_id) ?? toText(line.product_id),
    name: toText(line.title),
    price,
    item_qty,
    qty_price: price !== undefined && item_qty !== undefined ? price * item_qty : undefined,
    item_variant: toText(line.variant_title),
    item_brand: toText(line.vendor),
  }
}

/** In the shopper's currency, which the pixel reports; where the webhook's API version is too old for it, in the shop's. */
function toPaid(from: Fields, name: string): unknown {
  return toFields(toFields(from[`${name}_set`]).presentment_money).amount ?? from[name]
}

const toShipping = (order: Fields) => toFields(toFields(order.total_shipping_price_set).presentment_money).amount

function toCodes(codes: unknown): string | undefined {
  const texts = toList(codes).flatMap(({ code }) => toText(code) ?? [])
  return toText([...new Set(texts)].join(', '))
}

/** `gid://shopify/Order/820982911946154508`: `id` may be too large for a number. */
const toId = (gid: unknown) => /^gid:\/\/shopify\/\w+\/(\d+)/.exec(toText(gid) ?? '')?.[1]
