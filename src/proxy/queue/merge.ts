/**
 * One order told twice: by the shop's server, signed, and before that by the page, whose event still waits. They become one
 * event: what the server says stands, and what only the page knows (categories, addresses, pictures) is added to it.
 *
 * The other way round nothing is added: nobody without a signature changes an event that has one.
 */
import type { CartItem, Conversion } from '../../contract/conversion.js'

export function mergeOrders(signed: Conversion, unsigned: Conversion): Conversion {
  const cart_items = signed.cart_items?.length ? addToItems(signed.cart_items, unsigned) : unsigned.cart_items
  return {
    ...signed,
    cart_data: { ...unsigned.cart_data, ...signed.cart_data },
    ...(cart_items && { cart_items }),
  }
}

/** Which of two lines of one product is which, nobody can tell: they stay as they are. */
function addToItems(items: CartItem[], { cart_items: told = [] }: Conversion): CartItem[] {
  return items.map((item) => {
    const isSame = ({ product_id }: CartItem) => product_id === item.product_id
    const [same, another] = told.filter(isSame)
    return same && !another && items.filter(isSame).length === 1 ? { ...same, ...item } : item
  })
}
