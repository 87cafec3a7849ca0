/** One order in the API's form: `POST {base_url}/customer/convert/` (API.md 2 and 4.1). */
import * as z from 'zod/mini'
import { toEmail } from './email.js'
import type { Known } from './known.js'

/** The customer's address in its one spelling. */
export const Email = z.string().check(
  z.overwrite((text) => toEmail(text) ?? ''),
  z.refine((email) => email !== '', 'This must be an e-mail address.'),
)

/** Hundredths of the major unit, in every currency and always whole: 19.99 EUR is 1999, and 1,000 JPY is 100000. */
export const Cents = z.int().check(z.nonnegative()).brand<'Cents'>()
export type Cents = z.infer<typeof Cents>

const Count = z.int().check(z.nonnegative())

/** The whole cart. Keys not named here are strings; the API keeps them in the cart's `metadata`. */
export const CartData = z.catchall(
  z.object({
    /** Value of the whole cart. */
    cart_value: z.optional(Cents),
    /** Pieces in the full cart. Default: the sum of `item_qty`. */
    cart_item_count: z.optional(Count),
    /** Promo. */
    promo: z.optional(z.string()),
    /** Duplicates are ignored for 180 days; without a number, for 30 min. */
    order_number: z.optional(z.string()),
    /** Address that leads back to the cart. */
    return_url: z.optional(z.string()),
  }),
  z.string(),
)
export type CartData = z.infer<typeof CartData>
export type CartDataFields = Known<typeof CartData>

/** One line of the cart. Keys not named here are strings; the API keeps them in the item's `metadata`. */
export const CartItem = z.catchall(
  z.object({
    /** SKU or ID. An item without one is left out. */
    product_id: z.string().check(z.minLength(1)),
    /** Name. */
    name: z.optional(z.string()),
    /** Price of one piece. */
    price: z.optional(Cents),
    /** Description. */
    description: z.optional(z.string()),
    /** `a/b/c` is read as three categories. */
    category: z.optional(z.array(z.string())),
    /** How many pieces. */
    item_qty: z.optional(Count),
    /** Price of all pieces. Default: `price` × `item_qty`. */
    qty_price: z.optional(Cents),
    /** Product URL. */
    product_url: z.optional(z.string()),
    /** Image URL. */
    image_url: z.optional(z.string()),
  }),
  z.string(),
)
export type CartItem = z.infer<typeof CartItem>
export type CartItemFields = Known<typeof CartItem>

export const Conversion = z.strictObject({
  email: Email,
  cart_data: z.optional(CartData),
  cart_items: z.optional(z.array(CartItem)),
})
export type Conversion = z.infer<typeof Conversion>
