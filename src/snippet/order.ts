/** What a caller may pass, and what an adapter finds. */
import type { Fields } from './fields.js'
import type { Problem } from './problem.js'

/** A number of the page, or its digits as text. */
type Digits = number | string

/** An order as `convert()` takes it. Amounts are whole cents, but for those in `ecommerce`. */
export interface Order {
  /** The customer's address. One that cannot be read is never replaced by another. */
  email?: string | null | undefined
  /** The whole cart. */
  cart_data?: Cart | undefined
  /** Replaces the items of the page as a whole. */
  cart_items?: readonly Item[] | undefined
  /** A raw GA4 object with decimal amounts, read in place of the page; the fields above win over it. */
  ecommerce?: unknown
  /** Made by the shop's server for this customer and order. */
  signature?: string | undefined
}

/** The whole cart. Any other key is kept as text. */
export interface Cart {
  /** Whole cents: 19.99 is 1999, 1,000 yen are 100000. */
  cart_value?: Digits | undefined
  /** Pieces in the whole cart. Without it the sum of `item_qty`. */
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
  /** Of one piece, in whole cents. */
  price?: Digits | undefined
  /** Short description. */
  description?: string | undefined
  /** `a/b/c` is read as three. */
  category?: string | readonly string[] | undefined
  /** How many pieces, a whole number. */
  item_qty?: Digits | undefined
  /** Of all pieces, in whole cents. Without it `price` × `item_qty`. */
  qty_price?: Digits | undefined
  /** Address of the product on the shop's site. */
  product_url?: string | undefined
  /** Address of a picture of the product. */
  image_url?: string | undefined
  [additional: string]: unknown
}

/** An order exactly as the page said it. Amounts are decimal. */
export interface FoundOrder {
  /** Under the page's own names. */
  cart: Fields
  /** Likewise; undefined where the page says nothing of items. */
  items?: unknown[] | undefined
  /** Texts in which this order may say its customer's address, by precedence. */
  emails: unknown[]
  /** As the source itself has it, whatever the shop has named besides. */
  number?: string | undefined
  /** The entry of the data layer that it was found in. */
  pushed?: unknown
}

/** What the page says of an order: what an adapter has found, and over it what the shop itself has named. */
export interface PageOrder extends FoundOrder {
  /** Named fields that every order has, and that stand nowhere yet. */
  missing: string[]
  /** Selectors and patterns that are none. */
  problems: Problem[]
}
