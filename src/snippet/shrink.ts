/** Shortens an order that is too long to outlive a page, and says in the cart what went. */
import type { Conversion } from '../contract/conversion.js'
import { toEnvelope, type WaitingEvent } from './event.js'
import { CART_NAMES, ITEM_NAMES } from './normalise/order.js'
import { toBytes } from './transport.js'

/** Events aim at this, so that several of them can outlive a page at once. */
export const AIM_BYTES = 16_384
const MAX_ITEMS = 50

type Fields = Record<string, unknown>

/** What goes, in this order, and only while the event is still too long; each answers whether there was any. */
const STEPS: [name: string, drop: (order: Conversion, excessBytes: number) => boolean][] = [
  ['descriptions', dropDescriptions],
  ['items', dropItems],
  ['keys', dropAdditionalKeys],
]

/** The envelope of the event, if need be without what the API can do without. Sign-ups stay whole. */
export function shrink(event: WaitingEvent, aimBytes = AIM_BYTES): { envelope: string; bytes: number } {
  const { body } = event
  const truncated: string[] = []
  let envelope = toEnvelope(event)
  let bytes = toBytes(envelope)
  if (event.kind === 'convert')
    for (const [name, drop] of STEPS)
      if (bytes > aimBytes && drop(body as Conversion, bytes - aimBytes)) {
        truncated.push(name)
        Object.assign(body, { cart_data: { ...(body as Conversion).cart_data, truncated: truncated.join() } })
        envelope = toEnvelope(event)
        bytes = toBytes(envelope)
      }
  return { envelope, bytes }
}

function dropDescriptions({ cart_items: items = [] }: Conversion): boolean {
  return (
    items.filter((item) => {
      const has = item.description || item.image_url
      delete item.description
      delete item.image_url
      return has
    }).length > 0
  )
}

function dropItems({ cart_items: items = [] }: Conversion): boolean {
  return items.splice(MAX_ITEMS).length > 0
}

/** The longest first, until the rest fits. */
function dropAdditionalKeys({ cart_data = {}, cart_items = [] }: Conversion, excessBytes: number): boolean {
  const additional = [
    ...toAdditional(cart_data, CART_NAMES),
    ...cart_items.flatMap((item) => toAdditional(item, ITEM_NAMES)),
  ].sort((one, other) => other.length - one.length)
  let dropped = 0
  for (const { fields, name, length } of additional)
    if (dropped < excessBytes) {
      delete fields[name]
      dropped += length // no more than its bytes
    }
  return additional.length > 0
}

const toAdditional = (fields: Fields, known: ReadonlySet<string>) =>
  Object.keys(fields)
    .filter((name) => !known.has(name) && name !== 'truncated')
    .map((name) => ({ fields, name, length: JSON.stringify(fields[name]).length }))
