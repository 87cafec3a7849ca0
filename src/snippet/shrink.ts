/** Shortens what is too long to outlive a page, and says in the cart what went. */
import { MAX_EVENT_BYTES } from '../contract/limits.js'
import type { Waiting } from './outbox.js'
import { toBytes } from './transport.js'

type Fields = Record<string, unknown>

const AIM_BYTES = 16_384
const MAX_ITEMS = 50
/** What the cart then says in `truncated`. */
export const TRUNCATED = 'items,texts'

/**
 * Leaves out, of an order longer than aimed at, the items past the fiftieth and every text that it can do without.
 * Throws a code for an event that is still too long.
 */
export function shrink(event: Waiting): void {
  if (toBytes(JSON.stringify(event)) > AIM_BYTES) {
    const { cart_data: cart, cart_items: items = [] } = event.body as { cart_data?: Fields; cart_items?: Fields[] }
    if (cart) {
      items.splice(MAX_ITEMS)
      cart.truncated = TRUNCATED
      event.body = JSON.parse(
        JSON.stringify(event.body, (name, value) =>
          // Descriptions, pictures, and what else has some 1,000 characters; the list of fifty items has 800 as text.
          /^(descr|image)|.{999}/.test(name + value) ? undefined : value,
        ),
      )
    }
    if (toBytes(JSON.stringify(event)) > MAX_EVENT_BYTES) throw 'too_large'
  }
}
