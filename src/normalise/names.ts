/** What pages call the parts of an order: the API's own name is asked first, then these, in this order. */

export const CART_NAMES = {
  /** GA4, Universal Analytics, JSON-LD, W3C, older Tag Manager, Segment, shops' own, Adobe. */
  order_number: [
    ...['transaction_id', 'id', 'orderNumber', 'transactionID', 'transactionId', 'order_id', 'orderId', 'purchaseID'],
  ],
  /** GA4, Segment (whose revenue is without shipping), Universal Analytics, JSON-LD, W3C, Adobe, Tealium, Matomo. */
  cart_value: [
    ...['value', 'total', 'revenue', 'price', 'totalPaymentDue', 'transactionTotal', 'priceSpecification'],
    ...['priceTotal', 'order_total', 'orderTotal', 'grand_total', 'grandTotal'],
  ],
  /** GA4 and Universal Analytics, JSON-LD, W3C. */
  promo: ['coupon', 'discountCode', 'voucherCode'],
}
export const ITEM_NAMES = {
  /** GA4, JSON-LD, Universal Analytics, W3C, Adobe, TikTok, shops' own. */
  product_id: ['item_id', 'sku', 'id', 'productID', 'SKU', 'content_id', 'itemId', 'productId'],
  /** GA4, W3C, Pinterest, TikTok, shops' own. */
  name: ['item_name', 'productName', 'product_name', 'content_name', 'itemName', 'title'],
  /** GA4 says the price of one piece, as do W3C, Pinterest, Meta and shops of their own. */
  price: ['basePrice', 'product_price', 'item_price', 'unitPrice', 'unit_price'],
  /** GA4, JSON-LD, Pinterest, shops' own. */
  item_qty: ['quantity', 'orderQuantity', 'eligibleQuantity', 'product_quantity', 'itemQuantity', 'qty'],
  /** JSON-LD and W3C. */
  product_url: ['url', 'productURL'],
  image_url: ['image', 'productImage'],
}
/** GA4, Universal Analytics, JSON-LD, older Tag Manager. */
export const CURRENCY = ['currency', 'currencyCode', 'priceCurrency', 'transactionCurrency']
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

/** The API's own fields that are whole cents. */
export const AMOUNTS = ['cart_value', 'price', 'qty_price']
