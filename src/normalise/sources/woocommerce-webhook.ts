/**
 * Reads an order of WooCommerce's webhooks (developer.woocommerce.com, "Order properties" of the REST API, version 3) as its confirmation page shows it, with line prices before discounts, with tax if the shop's prices include it.
 */
import { type Fields, toFields } from '../fields.js'
import { toCodes, toId, toNumber, toObjects } from './platform.js'
import type { Unwrapped } from './unwrap.js'

export function readWooCommerceOrder(order: Fields): Unwrapped {
  const hasShipping = toObjects(order.shipping_lines).length > 0
  return {
    fields: {
      order_number: toId(order.number) ?? toId(order.id), // plugins give numbers that are not the id
      cart_value: order.total,
      promo: toCodes(order.coupon_lines),
      currency: order.currency,
      tax: toNumber(order.total_tax),
      shipping: hasShipping ? toNumber(order.shipping_total) : undefined,
    },
    items: toObjects(order.line_items).map((line) => toItem(line, order.prices_include_tax === true)),
  }
}

function toItem(line: Fields, withTax: boolean): Fields {
  return {
    product_id: toId(line.sku) ?? toId(line.variation_id) ?? toId(line.product_id), // 0: a product without variations
    name: line.name,
    item_qty: line.quantity,
    qty_price: withTax ? addDecimals(line.subtotal, line.subtotal_tax) : line.subtotal,
    image_url: toFields(line.image).src,
  }
}

/** The most decimals that are read. WooCommerce keeps six. */
const DECIMALS = 12
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,12}))?$/

/** A text that is not an amount, so the field becomes a problem. */
const NO_AMOUNT = 'no amount'

/** Adds two decimal amounts on their digits. Returns `undefined` if one cannot be read, because the other alone is a wrong price. */
function addDecimals(one: unknown, other: unknown): unknown {
  const units = [one, other].map(toUnits)
  if (units.includes(undefined)) return NO_AMOUNT
  const digits = String(units.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n)).padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`
}

function toUnits(amount: unknown): bigint | undefined {
  const text = typeof amount === 'number' ? String(amount) : amount
  const [, whole, decimals = ''] = (typeof text === 'string' && DECIMAL.exec(text)) || []
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(DECIMALS, '0'))
}
