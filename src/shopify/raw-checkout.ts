/**
 * Turns a checkout of Shopify's pixel API into the raw data of an order and of a customer. It does not read values.
 * Pure.
 */
import type { Contact } from '../snippet/core/contact.js'
import type { Checkout } from './pixel-api.js'

/**
 * Picks the fields of an order that the proxy reads. Texts of the shopper (attributes, line item properties), addresses
 * and payment data are left out.
 *
 * @param shop the shop's address, for those of products and pictures
 */
export function toRawCheckout(checkout: Checkout, shop: string | undefined): Record<string, unknown> {
  const { order, currencyCode, totalPrice, totalTax, shippingLine, discountApplications, lineItems } = checkout
  return {
    id: order?.id,
    currencyCode,
    totalPrice,
    totalTax,
    shop,
    shippingLine: { price: shippingLine?.price },
    discountApplications: discountApplications?.map(({ type, title }) => ({ type, title })),
    lineItems: lineItems?.map(({ title, quantity, variant }) => ({ title, quantity, variant })),
  }
}

export function toContact({ email, shippingAddress, billingAddress }: Checkout): Contact {
  const { firstName, lastName } = shippingAddress ?? billingAddress ?? {}
  return { email: email ?? '', ...(firstName && { first_name: firstName }), ...(lastName && { last_name: lastName }) }
}
