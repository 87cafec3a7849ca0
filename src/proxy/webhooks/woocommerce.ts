/** WooCommerce's order webhooks (developer.woocommerce.com, "Webhooks"). */
import { toFields } from '../../normalise/fields.js'
import { findFirstText, type Platform, toMoment, toName } from './platform.js'

const TOPICS = ['order.created', 'order.updated']
/** States in which the shop has the order: it is paid, or will be paid by transfer or on delivery. */
const PLACED = ['processing', 'completed', 'on-hold']

export const WOOCOMMERCE: Platform = {
  name: 'woocommerce',
  signature: 'x-wc-webhook-signature',
  topic: 'x-wc-webhook-topic',
  readSecrets: ({ wooCommerceSecrets }) => wooCommerceSecrets,
  // `WC_Webhook::deliver_ping` posts a form with only this field when a webhook is created, and expects 200.
  isPing: (body) => /^webhook_id=\d{1,20}$/.test(body),
  readOrder(order, topic) {
    if (!TOPICS.includes(topic)) return 'topic'
    if (!PLACED.includes(String(order.status))) return 'not_placed'
    return {
      said: { emails: findFirstText(toFields(order.billing).email), found: { from: 'woocommerce-webhook', order } },
      occurredMs: toUtc(order.date_paid_gmt) ?? toUtc(order.date_created_gmt),
      name: toName(order.id), // the order number, unless a plug-in assigns its own numbers
    }
  },
}

/** Reads a date without a zone: `2026-11-22T20:15:00`. */
const toUtc = (date: unknown) => toMoment(typeof date === 'string' ? `${date.replace(/Z$/, '')}Z` : undefined)
