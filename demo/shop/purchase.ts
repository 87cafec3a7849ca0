/** An order as the thank-you page tells it to the data layer: GA4's `purchase`, decimal amounts and all. */
import { CURRENCY, toDecimal } from './money.js'
import type { Order } from './orders.js'

export const toPurchase = (order: Order) => ({
  event: 'purchase',
  ecommerce: {
    transaction_id: order.number,
    // What the customer pays, shipping and tax included: the figure the page itself shows as the total.
    value: toDecimal(order.totalCents),
    tax: toDecimal(order.taxCents),
    shipping: toDecimal(order.shippingCents),
    currency: CURRENCY,
    coupon: order.coupon,
    items: order.lines.map(({ product, variant, quantity }) => ({
      item_id: product.id,
      item_name: product.name,
      price: toDecimal(product.priceCents),
      quantity,
      item_category: product.category,
      item_variant: variant,
    })),
  },
  user_data: { email: order.email },
})
