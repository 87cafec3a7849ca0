/** What pages call the parts of an order. One list each, in the order in which they are asked. */

/** Numbers of orders: the API, GA4, Universal Analytics, JSON-LD, W3C, older Tag Manager. */
export const ORDER_NUMBER = ['order_number', 'transaction_id', 'id', 'orderNumber', 'transactionID', 'transactionId']
/** Values of carts: GA4, Universal Analytics, JSON-LD, W3C. */
export const CART_VALUE = ['value', 'revenue', 'price', 'totalPaymentDue', 'transactionTotal']
/** Promo codes: GA4 and Universal Analytics, JSON-LD, W3C. */
export const PROMO = ['coupon', 'discountCode', 'voucherCode']
/** Currencies: GA4, Universal Analytics, JSON-LD. */
export const CURRENCY = ['currency', 'currencyCode', 'priceCurrency', 'transactionCurrency']
/** Products: the API, GA4, Universal Analytics, JSON-LD, W3C. */
export const PRODUCT_ID = ['product_id', 'item_id', 'id', 'sku', 'productID']
/** Prices of one piece: GA4, W3C. */
export const PRICE = ['price', 'basePrice']
export const QUANTITY = ['quantity', 'orderQuantity', 'eligibleQuantity']
/** Lists of items: GA4, Universal Analytics, older Tag Manager, W3C, JSON-LD. */
export const ITEM_LISTS = ['items', 'products', 'transactionProducts', 'item', 'acceptedOffer', 'orderedItem']
/** Several categories of one product: GA4, and W3C. */
export const CATEGORIES = [
  ...['item_category', 'item_category2', 'item_category3', 'item_category4', 'item_category5'],
  ...['primaryCategory', 'subCategory1', 'subCategory2'],
]
/** What JSON-LD says of itself. */
export const MARKUP = ['@type', '@context', '@id']
