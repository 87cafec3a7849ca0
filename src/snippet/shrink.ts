/** Shortens what is too long to outlive a page, and says in the cart what went. */
import { toBytes } from './transport.js'

type Fields = Record<string, unknown>

const AIM_BYTES = 16_384
const MAX_ITEMS = 50

/** Leaves out descriptions and pictures, and the items past the fiftieth, of a cart whose items are longer than aimed at. */
export function shrink({
  cart_data: cart,
  cart_items: items = [],
}: {
  cart_data?: Fields
  cart_items?: Fields[]
}): void {
  if (cart && toBytes(JSON.stringify(items)) > AIM_BYTES) {
    items.splice(MAX_ITEMS)
    for (const item of items) {
      delete item.description
      delete item.image_url
    }
    cart.truncated = 'descriptions,items'
  }
}
