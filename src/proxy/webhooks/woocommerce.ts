/** WooCommerce's order webhooks (developer.woocommerce.com, "Webhooks"). */
import { type Fields, toFields } from '../../normalise/fields.js'
import { findFirstText, type Origins, type Platform, toName, toOriginReason, toTimeMs } from './platform.js'

const TOPICS = ['order.created', 'order.updated']
/** States in which the shop has the order: it is paid, or will be paid by transfer or on delivery. */
const ORDER_STATES = ['processing', 'completed', 'on-hold']

/**
 * The values of `created_via`, in files of https://github.com/woocommerce/woocommerce/tree/trunk/plugins/woocommerce or of
 * a plug-in. Most importers leave it empty.
 */
const ORIGINS: Origins = new Map([
  ['checkout', 'visit'], // includes/class-wc-checkout.php
  ['store-api', 'visit'], // src/StoreApi/Utilities/OrderController.php
  ['pos-rest-api', 'point_of_sale'], // src/Internal/Orders/PointOfSaleOrderUtil.php
  ['pos', 'point_of_sale'], // https://woocommerce.com/products/point-of-sale-for-woocommerce/
  ['woocommerce-pos', 'point_of_sale'], // https://github.com/wcpos/woocommerce-pos
  ['admin', 'draft'], // includes/admin/meta-boxes/class-wc-meta-box-order-data.php
  ['rest-api', 'import'], // includes/rest-api/Controllers/Version3/class-wc-rest-orders-controller.php
  ['subscription', 'renewal'], // https://github.com/Automattic/woocommerce-subscriptions-core: includes/wcs-order-functions.php
  ['sumo_subs', 'renewal'], // SUMO Subscriptions: SUMOSubs_Order
])

/** Metadata of renewals, also of those that a customer pays early, at the checkout. */
const RENEWAL_KEYS = [
  '_subscription_renewal', // woocommerce-subscriptions-core: includes/data-stores/class-wcs-related-order-store-cpt.php
  'is_a_renew', // https://wordpress.org/plugins/yith-woocommerce-subscription/
  'wps_sfw_renewal_order', // https://wordpress.org/plugins/subscriptions-for-woocommerce/
  'sumo_renewal_order_date', // SUMO Subscriptions
]

const isRenewal = ({ meta_data }: Fields) =>
  Array.isArray(meta_data) && meta_data.some((entry) => RENEWAL_KEYS.includes(String(toFields(entry).key)))

export const WOOCOMMERCE: Platform = {
  name: 'woocommerce',
  signature: 'x-wc-webhook-signature',
  topic: 'x-wc-webhook-topic',
  readSecrets: ({ wooCommerceSecrets }) => wooCommerceSecrets,
  // `WC_Webhook::deliver_ping` posts a form with only this field when a webhook is created, and expects 200.
  isPing: (body) => /^webhook_id=\d{1,20}$/.test(body),
  readOrder(order, topic) {
    if (!TOPICS.includes(topic)) return 'topic'
    if (!ORDER_STATES.includes(String(order.status))) return 'not_placed'
    if (isRenewal(order)) return 'renewal'
    // WooCommerce sets `cart_hash` at a checkout. The REST API cannot write it.
    const reason = toOriginReason(ORIGINS, order.created_via, order.cart_hash)
    if (reason) return reason
    return {
      raw: { emails: findFirstText(toFields(order.billing).email), platform: { name: 'woocommerce-webhook', order } },
      occurredMs: toUtcMs(order.date_created_gmt),
      name: toName(order.id), // the order number, unless a plug-in assigns its own numbers
    }
  },
}

/** Reads a date without a zone: `2026-11-22T20:15:00`. */
const toUtcMs = (date: unknown) => toTimeMs(typeof date === 'string' ? `${date.replace(/Z$/, '')}Z` : undefined)
