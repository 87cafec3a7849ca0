/** Shortens an order that is too long to outlive a page, and says in the cart what went. */
import type { Conversion } from '../contract/conversion.js'
import { AIM_BYTES } from '../contract/limits.js'
import { toEnvelope, type WaitingEvent } from './event.js'
import type { Fields } from './fields.js'
import { CART_NAMES, ITEM_NAMES } from './normalise/order.js'
import { toBytes } from './transport.js'

const MAX_ITEMS = 50
/** An additional key is long that says more than a sentence. */
const LONG_CHARACTERS = 250

interface Order {
  cart_data: Fields
  cart_items: Fields[]
}

/** What goes, in this order, and only while the event is still too long. */
const STEPS: [name: string, drop: (order: Order) => void][] = [
  ['descriptions', ({ cart_items }) => cart_items.forEach(dropDescription)],
  ['items', ({ cart_items }) => cart_items.splice(MAX_ITEMS)],
  ['keys', (order) => dropAdditionalKeys(order, LONG_CHARACTERS)],
  ['keys', (order) => dropAdditionalKeys(order, 0)],
]

/** The envelope of the event, if need be without what the API can do without. Sign-ups stay whole. */
export function shrink(event: WaitingEvent, aimBytes = AIM_BYTES): { envelope: string; bytes: number } {
  const { cart_data = {}, cart_items = [] } = event.body as Partial<Conversion> // a sign-up has neither
  const order: Order = { cart_data, cart_items }
  const truncated = new Set([order.cart_data.truncated ?? []].flat())
  let envelope = toEnvelope(event)
  let bytes = toBytes(envelope)
  for (const [name, drop] of event.kind === 'convert' ? STEPS : []) {
    if (bytes <= aimBytes) break
    drop(order)
    if (toEnvelope(event) === envelope) continue
    order.cart_data.truncated = [...truncated.add(name)].join()
    Object.assign(event.body, { cart_data })
    envelope = toEnvelope(event)
    bytes = toBytes(envelope)
  }
  return { envelope, bytes }
}

function dropDescription(item: Fields): void {
  delete item.description
  delete item.image_url
}

/** Those longer than this. */
function dropAdditionalKeys({ cart_data, cart_items }: Order, characters: number): void {
  for (const fields of [cart_data, ...cart_items]) {
    const known = fields === cart_data ? CART_NAMES : ITEM_NAMES
    for (const [name, value] of Object.entries(fields))
      if (!known.has(name) && name !== 'truncated' && String(value).length > characters) delete fields[name]
  }
}
