/** Shopify's order webhooks (shopify.dev, "Webhooks", topics `orders/create` and `orders/paid`). */
import { toFields } from '../../normalise/fields.js'
import { findFirstText, type Platform, toMoment, toName } from './platform.js'

const TOPICS = ['orders/create', 'orders/paid']

export const SHOPIFY: Platform = {
  name: 'shopify',
  signature: 'x-shopify-hmac-sha256',
  topic: 'x-shopify-topic',
  readSecrets: ({ shopifySecrets }) => shopifySecrets,
  isPing: () => false,
  readOrder(order, topic) {
    if (!TOPICS.includes(topic)) return 'topic'
    // "Send test notification", and orders paid with the bogus gateway.
    if (order.test === true) return 'test_order'
    if (order.cancelled_at) return 'not_placed'
    const emails = findFirstText(order.email, order.contact_email, toFields(order.customer).email)
    // An order is paid later than it was created. An imported order was created before it arrived.
    const moment = topic === 'orders/paid' ? order.updated_at : order.processed_at
    return {
      said: { emails, found: { from: 'shopify-webhook', order } },
      occurredMs: toMoment(moment) ?? toMoment(order.created_at),
      name: toName(order.name) ?? toName(order.order_number), // "#1001", and 1001
    }
  },
}
