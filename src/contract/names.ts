/**
 * Names that pages use for an order's number, its items and its customer's address. The page finds the order by these
 * names, and the proxy reads it by them. This file imports nothing, so the snippet can use its values without the
 * schemas.
 */

/** GA4, Universal Analytics, JSON-LD, W3C, older Tag Manager, Segment, shops' own, Adobe. */
export const ORDER_NUMBER_NAMES = [
  ...['order_number', 'transaction_id', 'id', 'orderNumber', 'transactionID', 'transactionId', 'order_id', 'orderId'],
  'purchaseID',
]
/** Lists of items: GA4, Universal Analytics, older Tag Manager, W3C, JSON-LD, Meta and TikTok, Pinterest, Adobe. */
export const ITEM_LIST_NAMES = [
  ...['items', 'products', 'transactionProducts', 'item', 'acceptedOffer', 'orderedItem', 'contents'],
  ...['line_items', 'lineItems', 'productListItems'],
]
/** Objects within an order whose fields belong to the order: data layers, Adobe, Universal Analytics, W3C, JSON-LD. */
export const ORDER_PARTS = [
  ...['ecommerce', 'eventModel', 'transaction', 'commerce', 'order', 'purchase', 'actionField', 'total', 'mainEntity'],
  'orderContext',
]
/** The address of the bill, which is the order's own. GTM4WP has the last name. */
export const BILLING_EMAIL_NAMES = ['billing_email', 'billingEmail', 'customerBillingEmail']
/**
 * The customer's address: names of the order's own first, then the account's. `em` may also hold a hash, which has no
 * `@`.
 */
export const EMAIL_NAMES = [
  ...[...BILLING_EMAIL_NAMES, 'email', 'email_address', 'customer_email', 'customerEmail', 'user_email', 'userEmail'],
  ...['visitorEmail', 'em'],
]
