/**
 * One order told twice: by the shop's server, signed, and before that by the page, whose event still waits. They become one
 * event: what the server says stands, and of each item what only a page knows is added to it (category, description, and the
 * links and pictures that the guards let through). Nothing else: nobody without a signature changes what a signed event says.
 */
import type { CartItem, Conversion } from '../../contract/conversion.js'
import { openPayload } from './events.js'
import { removeOne } from './gone.js'
import type { EventRow, Moving, PayloadRow, PreparedEvent, Working } from './types.js'

const OF_PAGES = ['category', 'description', 'product_url', 'image_url'] as const

/** @returns the body of a signed order, when unsigned ones of the same number wait, with what they have added; they are removed */
export async function takeOver(moving: Moving, event: PreparedEvent, { seal, claims }: Working): Promise<string> {
  const { line, mark } = event
  let text = event.text
  for (const row of await moving.ask<Waiting>(UNSIGNED_WAITING, [line, mark.key, moving.nowMs])) {
    const told = claims.has(row.id) ? undefined : openPayload(seal, row.payload, row.id) // what is under way here stays
    if (told === undefined) continue
    await removeOne(moving, row.seq, 'duplicate')
    text = JSON.stringify(mergeOrders(toOrder(text), toOrder(told)))
  }
  return text
}

type Waiting = Pick<EventRow, 'seq' | 'id'> & Pick<PayloadRow, 'payload'>

const toOrder = (text: string): Conversion => JSON.parse(text) // `accept` wrote it, of this kind

const UNSIGNED_WAITING = `
  SELECT event.seq, id, payload FROM events AS event JOIN payloads ON payloads.seq = event.seq
  WHERE line = ?1 AND mark = ?2 AND signed = 0 AND state IN ('ready', 'behind') AND leased_until <= ?3`

function mergeOrders(signed: Conversion, unsigned: Conversion): Conversion {
  const { cart_items: items = [] } = signed
  if (items.length === 0) return signed
  return { ...signed, cart_items: items.map((item) => addTo(item, items, unsigned.cart_items ?? [])) }
}

/** Which of two lines of one product is which, nobody can tell: they stay as they are. */
function addTo(item: CartItem, items: CartItem[], told: CartItem[]): CartItem {
  const isSame = ({ product_id }: CartItem) => product_id === item.product_id
  const [same, another] = told.filter(isSame)
  if (!same || another || items.filter(isSame).length > 1) return item
  const more = OF_PAGES.filter((name) => same[name] !== undefined && item[name] === undefined)
  return Object.assign({ ...item }, ...more.map((name) => ({ [name]: same[name] })))
}
