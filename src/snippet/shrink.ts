/** Shortens what is too long to outlive a page, and says in the cart what went. */
import { CART, ITEM } from './normalise/fields.js'
import type { Payload } from './outbox.js'
import { toBytes } from './transport.js'

type Fields = Record<string, unknown>

const MAX_ITEMS = 50

/** Leaves out descriptions and pictures, then items, then additional keys, until no more than `aim` bytes remain. */
export function shrink({ kind, body }: Payload, aim: number): void {
  if (kind !== 'convert') return
  const { cart_data: cart = {}, cart_items: items = [] } = body as { cart_data?: Fields; cart_items?: Fields[] }
  const steps = {
    descriptions: () => items.forEach((item) => drop(item, (name) => /^(description|image_url)$/.test(name))),
    items: () => items.splice(MAX_ITEMS),
    additional: () => {
      drop(cart, (name) => !(name in CART))
      for (const item of items) drop(item, (name) => !(name in ITEM))
    },
  }
  const gone: string[] = []
  for (const [name, step] of Object.entries(steps)) {
    if (toBytes(JSON.stringify(body)) <= aim) return
    step()
    gone.push(name)
    cart.truncated = gone.join()
  }
}

function drop(fields: Fields, isGone: (name: string) => boolean): void {
  for (const name of Object.keys(fields)) if (isGone(name)) delete fields[name]
}
