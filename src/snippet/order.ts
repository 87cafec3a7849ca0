/** What a caller may pass, and what an adapter finds. */

/** An order as `convert()` takes it. Amounts are whole cents, but for those in `ecommerce`. */
export interface Order {
  email?: unknown
  /** `cart_value`, `cart_item_count`, `promo`, `order_number`, `return_url`; any other key is kept as text. */
  cart_data?: Record<string, unknown>
  /** `product_id` and, if known, `name`, `price`, `description`, `category`, `item_qty`, `qty_price`, `product_url`, `image_url`. */
  cart_items?: Record<string, unknown>[]
  /** A raw GA4 object with decimal amounts; the fields above win over it. */
  ecommerce?: unknown
  /** Made by the shop's server for this customer and order. */
  signature?: string
}

/** An order exactly as the page said it, under the page's own names. Amounts are decimal. */
export type FoundOrder = Record<string, unknown>
