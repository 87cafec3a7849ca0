/** What pages call the parts of an order. One list each, in the order in which they are asked. */

/** Numbers of orders: the API, GA4, Universal Analytics, JSON-LD, W3C, older Tag Manager, Segment, shops' own, Adobe. */
export const ORDER_NUMBER = [
  ...['order_number', 'transaction_id', 'id', 'orderNumber', 'transactionID', 'transactionId'],
  ...['order_id', 'orderId', 'purchaseID'],
]
/** Values of carts: GA4, Segment (whose revenue is without shipping), Universal Analytics, JSON-LD, W3C, Adobe, Tealium. */
export const CART_VALUE = [
  ...['value', 'total', 'revenue', 'price', 'totalPaymentDue', 'transactionTotal'],
  ...['priceTotal', 'order_total', 'orderTotal'],
]
/** Promo codes: GA4 and Universal Analytics, JSON-LD, W3C. */
export const PROMO = ['coupon', 'discountCode', 'voucherCode']
/** Currencies: GA4, Universal Analytics, JSON-LD, older Tag Manager. */
export const CURRENCY = ['currency', 'currencyCode', 'priceCurrency', 'transactionCurrency']
/** Products: the API, GA4, JSON-LD, Universal Analytics, W3C, Adobe, TikTok, shops' own. */
export const PRODUCT_ID = [
  'product_id',
  'item_id',
  'sku',
  'id',
  'productID',
  'SKU',
  'content_id',
  'itemId',
  'productId',
]
/** Names of products: GA4, W3C, Pinterest, TikTok, shops' own. */
export const PRODUCT_NAME = ['item_name', 'productName', 'product_name', 'content_name', 'itemName', 'title']
/** Prices of one piece: GA4, W3C, Pinterest, Meta, shops' own. */
export const PRICE = ['price', 'basePrice', 'product_price', 'item_price', 'unitPrice', 'unit_price']
/** Quantities: GA4, JSON-LD, Pinterest, shops' own. */
export const QUANTITY = ['quantity', 'orderQuantity', 'eligibleQuantity', 'product_quantity', 'itemQuantity', 'qty']
/** Lists of items: GA4, Universal Analytics, older Tag Manager, W3C, JSON-LD, Meta and TikTok, Pinterest, Adobe. */
export const ITEM_LISTS = [
  ...['items', 'products', 'transactionProducts', 'item', 'acceptedOffer', 'orderedItem', 'contents'],
  ...['line_items', 'lineItems', 'productListItems'],
]
/** Several categories of one product: GA4, and W3C. */
export const CATEGORIES = [
  ...['item_category', 'item_category2', 'item_category3', 'item_category4', 'item_category5'],
  ...['primaryCategory', 'subCategory1', 'subCategory2'],
]
/** What JSON-LD says of itself. */
export const MARKUP = ['@type', '@context', '@id']
