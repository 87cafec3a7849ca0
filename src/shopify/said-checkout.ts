/** A checkout as Shopify tells its pixels → what is said of the order and of the customer. Nothing is read here. Pure. */
import type { Contact } from '../snippet/core/contact.js'
import type { Checkout } from './pixel-api.js'

/**
 * Picks what the proxy reads of an order. What a shopper has written on it or on an item (attributes, line item properties), the
 * addresses and the payment stay behind.
 *
 * @param shop the shop's address, for those of products and pictures
 */
export function toSaidCheckout(checkout: Checkout, shop: string | undefined): Record<string, unknown> {
  const { order, currencyCode, totalPrice, totalTax, shippingLine, discountApplications, lineItems } = checkout
  return {
    id: order?.id,
    ...{ currencyCode, totalPrice, totalTax, shop },
    shippingLine: { price: shippingLine?.price },
    discountApplications: discountApplications?.map(({ type, title }) => ({ type, title })),
    lineItems: lineItems?.map(({ title, quantity, variant }) => ({ title, quantity, variant })),
  }
}

export function toContact({ email, shippingAddress, billingAddress }: Checkout): Contact {
  const { firstName, lastName } = shippingAddress ?? billingAddress ?? {}
  return { email: email ?? '', ...(firstName && { first_name: firstName }), ...(lastName && { last_name: lastName }) }
}
