/** One order as the API takes it: `POST {base_url}/customer/convert/`, API.md 2 and 4.1. */
import * as z from 'zod/mini'
import { Email } from './email.js'
import type { Known } from './known.js'

/** Hundredths of the major unit, whole, whatever the currency: 19.99 EUR is 1999 and 1,000 JPY is 100000. */
export const Cents = z.int().check(z.nonnegative()).brand<'Cents'>()
export type Cents = z.infer<typeof Cents>

const Count = z.int().check(z.nonnegative())

/** The whole cart. Keys not named here are strings; the API keeps them in the cart's `metadata`. */
export const CartData = z.catchall(
  z.object({
    cart_value: z.optional(Cents),
    cart_item_count: z.optional(Count),
    promo: z.optional(z.string()),
    order_number: z.optional(z.string()),
    return_url: z.optional(z.string()),
  }),
  z.string(),
)
export type CartData = z.infer<typeof CartData>
export type CartDataFields = Known<typeof CartData>

/** One line of the cart. Keys not named here are strings; the API keeps them in the item's `metadata`. */
export const CartItem = z.catchall(
  z.object({
    product_id: z.string().check(z.minLength(1)),
    name: z.optional(z.string()),
    price: z.optional(Cents),
    description: z.optional(z.string()),
    category: z.optional(z.array(z.string())),
    item_qty: z.optional(Count),
    qty_price: z.optional(Cents),
    product_url: z.optional(z.string()),
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
