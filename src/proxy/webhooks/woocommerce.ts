/**
 * WooCommerce's order webhooks (developer.woocommerce.com, "Webhooks", "Order properties" of the REST API, version 3): the order
 * as its confirmation page shows it, line prices before discounts, with tax where the shop's prices have it.
 */
import { toAmountText, toCents, toShare } from './amount.js'
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

const TOPICS = ['order.created', 'order.updated']
/** In which the shop has the order: paid, or to be paid by transfer or on delivery. */
const PLACED = ['processing', 'completed', 'on-hold']

export const WOOCOMMERCE: Platform = {
  name: 'woocommerce',
  signature: 'x-wc-webhook-signature',
  topic: 'x-wc-webhook-topic',
  readSecrets: ({ wooCommerceSecrets }) => wooCommerceSecrets,
  // `WC_Webhook::deliver_ping` posts a form of this alone when a webhook is made, and wants 200.
  isPing: (body) => /^webhook_id=\d{1,20}$/.test(body),
  readOrder(order, topic) {
    if (!TOPICS.includes(topic)) return 'topic'
    return PLACED.includes(String(order.status)) ? toOrder(order) : 'not_placed'
  },
}

function toOrder(order: Fields): FoundOrder {
  const lines = toList(order.line_items)
  return {
    email: toText(toFields(order.billing).email),
    cart_data: {
      order_number: toText(order.number) ?? toText(order.id), // plugins give numbers that are not the id
      cart_value: toCents(order.total),
      cart_item_count: sumCounts(lines.map(({ quantity }) => toCount(quantity))),
      promo: toText(
        toList(order.coupon_lines)
          .flatMap(({ code }) => toText(code) ?? [])
          .join(', '),
      ),
      currency: toText(order.currency),
      tax: toAmountText(order.total_tax),
      shipping: toList(order.shipping_lines).length > 0 ? toAmountText(order.shipping_total) : undefined,
    },
    cart_items: lines.map((line) => toItem(line, order.prices_include_tax === true)),
    occurredMs: toUtc(order.date_paid_gmt) ?? toUtc(order.date_created_gmt),
  }
}

function toItem(line: Fields, withTax: boolean): Fields {
  const qty_price = withTax ? toCents(line.subtotal, line.subtotal_tax) : toCents(line.subtotal)
  const item_qty = toCount(line.quantity)
  return {
    // 0: a product without variations.
    product_id: toText(line.sku) ?? toText(line.variation_id || undefined) ?? toText(line.product_id || undefined),
    name: toText(line.name),
    price: toShare(qty_price, item_qty),
    item_qty,
    qty_price,
    image_url: toText(toFields(line.image).src),
  }
}

/** It has no zone: `2026-11-22T20:15:00`. */
const toUtc = (date: unknown) => toMoment(typeof date === 'string' ? `${date.replace(/Z$/, '')}Z` : undefined)
