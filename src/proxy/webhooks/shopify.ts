/** Shopify's order webhooks (shopify.dev, "Webhooks", topics `orders/create` and `orders/paid`). */
import { toFields } from '../../normalise/fields.js'
import { readShopifyId } from '../../normalise/sources/shopify-webhook.js'
import { findFirstText, type Origins, type Platform, toOriginReason, toTimeMs } from './platform.js'

const TOPICS = ['orders/create', 'orders/paid']

/**
 * The values of `source_name`. Other API clients cannot use the first five. Without a value of its own, an app's order
 * has the app's id. The first order of a subscription has `web`.
 * - https://shopify.dev/docs/api/admin-rest/latest/resources/order#resource-object
 * - https://docs.hiroanalytics.com/en/articles/12364878-filtering-out-recurring-subscription-revenue-in-hiro (renewals)
 */
const ORIGINS: Origins = new Map([
  ['web', 'visit'],
  ['pos', 'point_of_sale'],
  ['shopify_draft_order', 'draft'],
  ['iphone', 'draft'], // the staff's own Shopify app
  ['android', 'draft'],
  ['subscription_contract', 'renewal'],
  ['subscription_contract_checkout_one', 'renewal'], // since October 2025
])

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
    // An order that an app creates through the API has `"checkout_token": null`.
    const reason = toOriginReason(ORIGINS, order.source_name, order.checkout_token)
    if (reason) return reason
    const emails = findFirstText(order.email, order.contact_email, toFields(order.customer).email)
    return {
      raw: { emails, platform: { name: 'shopify-webhook', order } },
      occurredMs: toTimeMs(order.processed_at) ?? toTimeMs(order.created_at), // an imported order is created when it arrives
      name: readShopifyId(order),
    }
  },
}
