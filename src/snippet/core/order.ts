/** The fields of an order that a caller may pass. */

/** A number of the page, or its digits as text. */
type Digits = number | string
/** Whole cents, as a number or its digits: `1999`, never `19.99`. */
type Cents = number | `${bigint}`

/** An order for `convert()`. Amounts are whole cents, except those in `ecommerce`. */
export interface Order {
  /** The customer's address. If it cannot be read, no other address replaces it. */
  email?: string | null | undefined
  /** The whole cart. */
  cart_data?: Cart | undefined
  /** Replaces all items of the page. */
  cart_items?: readonly Item[] | undefined
  /** A raw GA4 object with decimal amounts. It is read instead of the page. The fields above win over it. */
  ecommerce?: unknown
  /** Made by the shop's server for this customer and order. */
  signature?: string | undefined
}

/** The whole cart. Any other key is kept as text. */
export interface Cart {
  /** Whole cents: 19.99 is 1999, 1,000 yen are 100000. */
  cart_value?: Cents | undefined
  /** Number of pieces in the whole cart. If it is missing, the sum of `item_qty`. */
  cart_item_count?: Digits | undefined
  /** Promo code. */
  promo?: string | undefined
  /** The shop's own number of the order. */
  order_number?: Digits | undefined
  /** Unique address that leads back to the cart. */
  return_url?: string | undefined
  [additional: string]: unknown
}

/** One line of the cart. Any other key is kept as text. */
export interface Item {
  /** SKU or ID. An item without one is left out. */
  product_id: Digits
  /** Name of the product. */
  name?: string | undefined
  /** Price of one piece, in whole cents. */
  price?: Cents | undefined
  /** Short description. */
  description?: string | undefined
  /** `a/b/c` is read as three categories. */
  category?: string | readonly string[] | undefined
  /** How many pieces, a whole number. */
  item_qty?: Digits | undefined
  /** Price of all pieces, in whole cents. If it is missing, `price` × `item_qty`. */
  qty_price?: Cents | undefined
  /** Address of the product on the shop's site. */
  product_url?: string | undefined
  /** Address of a picture of the product. */
  image_url?: string | undefined
  [additional: string]: unknown
}
