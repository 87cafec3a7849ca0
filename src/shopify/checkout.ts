/** A checkout as Shopify tells its pixels → an order and a contact as the snippet takes them. Pure. */
import { safely } from '../snippet/safely.js'
import type { Checkout } from './pixel-api.js'

/**
 * In GA4's words, with decimal amounts. The value is what the shopper pays. The unit price is before discounts, which
 * Shopify tells by the line. What a shopper has written on an item (line item properties) stays behind.
 *
 * @param address the shop's, for those of products and pictures
 */
export function toEcommerce(checkout: Checkout, address: string | undefined) {
  const { order, currencyCode, totalPrice, totalTax, shippingLine, discountApplications, lineItems } = checkout
  const codes = discountApplications?.filter(({ type }) => type === 'DISCOUNT_CODE').map(({ title }) => title)
  return {
    transaction_id: toId(order?.id),
    value: totalPrice?.amount,
    currency: currencyCode,
    tax: totalTax?.amount,
    shipping: shippingLine?.price?.amount,
    coupon: [...new Set(codes)].join(', '), // once for each line it applies to
    items: lineItems?.map(({ title, quantity, variant }) => ({
      item_id: variant?.sku || toId(variant?.id) || toId(variant?.product?.id),
      item_name: title ?? variant?.product?.title,
      item_variant: variant?.title === 'Default Title' ? undefined : variant?.title,
      item_brand: variant?.product?.vendor,
      item_category: variant?.product?.type || undefined, // '' would be no category, told as such
      price: variant?.price?.amount,
      quantity,
      url: toUrl(variant?.product?.url, address),
      image: toUrl(variant?.image?.src, address),
    })),
  }
}

export function toContact({ email, shippingAddress, billingAddress }: Checkout) {
  const { firstName, lastName } = shippingAddress ?? billingAddress ?? {}
  return { email: email ?? '', ...(firstName && { first_name: firstName }), ...(lastName && { last_name: lastName }) }
}

/**
 * Some shops tell `gid://shopify/OrderIdentity/5210499102`, others `5210499102`; the Admin API and webhooks know the
 * digits (github.com/Shopify/cli, issue 1630).
 */
function toId(id: string | number | null | undefined): string | number | undefined {
  return typeof id === 'string' ? id.replace(/^gid:.*\/([^/?]+).*$/, '$1') : (id ?? undefined)
}

function toUrl(path: string | null | undefined, address: string | undefined): string | undefined {
  return path ? safely(() => new URL(path, address).href) : undefined
}
