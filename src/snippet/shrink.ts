/** Shortens what is too long to outlive a page, and says in the cart what went. */
import { CART, ITEM } from './normalise/fields.js'
import { toBytes } from './transport.js'

type Fields = Record<string, unknown>

const MAX_ITEMS = 50

/** Leaves out descriptions and pictures, then items, then additional keys, until no more than `aim` bytes remain. */
export function shrink({ cart_data: cart, cart_items: items = [] }: { cart_data?: Fields; cart_items?: Fields[] }, aim: number): void {
  const gone: string[] = []
  for (const name of ['descriptions', 'items', 'additional'])
    if (cart && toBytes(JSON.stringify([cart, items])) > aim) {
      if (gone[0] && !gone[1]) items.splice(MAX_ITEMS)
      else
        for (const each of [cart, ...items])
          for (const key in each)
            if (gone[0] ? !(key in CART || key in ITEM) : /^(desc|image)/.test(key)) delete each[key]
      gone.push(name)
      cart.truncated = `${gone}`
    }
}
