/** What makes two arrivals the same event in effect. One row of the hold's `repeats` table for each. */
import type { Hash } from '../seal.js'
import { DAY_MS } from './bounds.js'
import type { Arrival } from './index.js'

const MINUTE_MS = 60_000
/** How long an order with a number, and a sign-up, are known again. */
export const MARK_KEPT_MS = 180 * DAY_MS
/** How long an order without a number is. */
export const CART_KEPT_MS = 30 * MINUTE_MS

/** Half of a hash is beyond guessing and beyond chance, and takes half the room for half a year. */
const KEY_BYTES = 16

export interface Mark {
  key: Buffer
  /** Two marks of one key are the same event only when their contents are equal too. */
  content: Buffer
  /** Whose it is; null for a bare id, which says nothing of a person. */
  who: Buffer | null
  keptMs: number
}

const NOTHING = Buffer.alloc(0)

const toKey = (hash: Buffer) => hash.subarray(0, KEY_BYTES)

/** Whose event it is, without saying who. */
export function toWho(email: string, hash: Hash): Buffer {
  return toKey(hash('who', email))
}

/** The same event sent twice: a tab closed before the answer, two tabs, a retry. The id is random, so it is its own key. */
export function toIdMark(id: string): Mark {
  return { key: Buffer.from(id.replaceAll('-', ''), 'hex'), content: NOTHING, who: null, keptMs: 7 * DAY_MS }
}

/**
 * The same thing reported by two events: the thank-you page reloaded, the form sent twice. The e-mail is in every
 * key, so nobody can use up order numbers in advance.
 */
export function toContentMark(arrival: Arrival, hash: Hash, who: Buffer): Mark {
  const { email } = arrival.body
  if (arrival.kind === 'addToList') {
    // Only the latest of this customer on this list: going back to an older value is news again.
    const content = toKey(hash('contact', toCanonical(arrival.body)))
    return { key: toKey(hash('list', arrival.list, email)), content, who, keptMs: MARK_KEPT_MS }
  }
  const { cart_data, cart_items } = arrival.body
  if (cart_data?.order_number) {
    return { key: toKey(hash('order', cart_data.order_number, email)), content: NOTHING, who, keptMs: MARK_KEPT_MS }
  }
  const cart = toCanonical({ value: cart_data?.cart_value, items: cart_items })
  return { key: toKey(hash('cart', email, cart)), content: NOTHING, who, keptMs: CART_KEPT_MS }
}

/** JSON with keys in order, so that equal data is equal text. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
