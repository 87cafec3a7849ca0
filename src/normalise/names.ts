/** Names that pages use for the fields of an order. The API's own name is looked up first, then these, in this order. */
import { ORDER_NUMBER_NAMES } from '../contract/names.js'
import { type Fields, findFilled } from './fields.js'

export const CART_NAMES = {
  order_number: ORDER_NUMBER_NAMES,
  /** GA4, Segment (whose revenue is without shipping), Universal Analytics, JSON-LD, W3C, Adobe, Tealium, Matomo. */
  cart_value: [
    ...['value', 'total', 'revenue', 'price', 'totalPaymentDue', 'transactionTotal', 'priceSpecification'],
    ...['priceTotal', 'order_total', 'orderTotal', 'grand_total', 'grandTotal'],
  ],
  /** GA4 and Universal Analytics, JSON-LD, W3C, Adobe, MagePal. */
  promo: ['coupon', 'discountCode', 'voucherCode', 'appliedCouponCode', 'transactionCouponCode'],
}
export const ITEM_NAMES = {
  /** GA4, JSON-LD, Universal Analytics, W3C, Adobe, TikTok, shops' own. */
  product_id: ['item_id', 'sku', 'id', 'productID', 'SKU', 'content_id', 'itemId', 'productId'],
  /** GA4, W3C, Pinterest, TikTok, shops' own. */
  name: ['item_name', 'productName', 'product_name', 'content_name', 'itemName', 'title'],
  /** The price of one piece: W3C, Pinterest, Meta, shops' own. */
  price: ['basePrice', 'product_price', 'item_price', 'unitPrice', 'unit_price'],
  /** GA4, JSON-LD, Pinterest, Magento, shops' own. */
  item_qty: [
    ...['quantity', 'orderQuantity', 'eligibleQuantity', 'product_quantity', 'itemQuantity', 'qty', 'qty_ordered'],
    'cart_quantity',
  ],
  /** JSON-LD and W3C. */
  product_url: ['url', 'productURL'],
  image_url: ['image', 'productImage'],
}
/** GA4, Universal Analytics, JSON-LD, older Tag Manager. */
const CURRENCY = ['currency', 'currencyCode', 'priceCurrency', 'transactionCurrency']
/** Several categories of one product: GA4, and W3C. */
export const CATEGORIES = [
  ...['item_category', 'item_category2', 'item_category3', 'item_category4', 'item_category5'],
  ...['primaryCategory', 'subCategory1', 'subCategory2'],
]
/** Reads the currency of an order, or of one amount. */
export function toCurrency(fields: Fields): string | undefined {
  const currency = findFilled(fields, CURRENCY)
  return typeof currency === 'string' ? currency.slice(0, 8).trim() : undefined
}

/** JSON-LD's own keys, which are not fields of the order. */
export const MARKUP = ['@type', '@context', '@id']
