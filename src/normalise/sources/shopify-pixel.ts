/**
 * Reads a checkout as Shopify gives it to pixels (shopify.dev, "Web Pixels API", `checkout_completed`), in decimal amounts.
 *
 * The value is the total that the shopper pays. The unit price is before discounts, which Shopify gives for each line. Texts that a
 * shopper has written on an item (line item properties) are not read.
 */
import { type Fields, toFields } from '../fields.js'
import { toId, toNumber, toObjects } from './platform.js'
import type { Unwrapped } from './unwrap.js'

/** @param checkout with the order's `id`, and with `shop`, the shop's address, for the addresses of products and pictures */
export function readCheckout(checkout: Fields): Unwrapped {
  const codes = toObjects(checkout.discountApplications).filter(({ type }) => type === 'DISCOUNT_CODE')
  return {
    fields: {
      order_number: toShopifyId(checkout.id),
      cart_value: toAmount(checkout.totalPrice),
      promo: [...new Set(codes.flatMap(({ title }) => toId(title) ?? []))].join(', '), // listed once for each line
      currency: checkout.currencyCode,
      tax: toNumber(toAmount(checkout.totalTax)),
      shipping: toNumber(toAmount(toFields(checkout.shippingLine).price)),
    },
    items: Array.isArray(checkout.lineItems)
      ? toObjects(checkout.lineItems).map((line) => toItem(line, checkout.shop))
      : undefined,
  }
}

function toItem(line: Fields, shop: unknown): Fields {
  const variant = toFields(line.variant)
  const product = toFields(variant.product)
  return {
    product_id: toId(variant.sku) ?? toShopifyId(variant.id) ?? toShopifyId(product.id),
    name: line.title ?? product.title,
    item_variant: variant.title === 'Default Title' ? undefined : variant.title,
    item_brand: product.vendor,
    category: product.type,
    price: toAmount(variant.price),
    item_qty: line.quantity,
    product_url: toUrl(product.url, shop),
    image_url: toUrl(toFields(variant.image).src, shop),
  }
}

const toAmount = (money: unknown) => toFields(money).amount

/**
 * Reads the digits of an id. Some shops give `gid://shopify/OrderIdentity/5210499102`, others `5210499102`. The Admin API and webhooks
 * have the digits (github.com/Shopify/cli, issue 1630).
 */
function toShopifyId(id: unknown): unknown {
  return typeof id === 'string' && id.startsWith('gid:') ? id.split(/[?#]/, 1)[0]?.split('/').at(-1) : id
}

function toUrl(path: unknown, shop: unknown): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined
  const base = typeof shop === 'string' && shop !== '' ? shop : undefined
  return URL.canParse(path, base) ? new URL(path, base).href : undefined
}
