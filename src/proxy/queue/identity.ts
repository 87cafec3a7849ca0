/**
 * The identity of an event: keyed hashes that tell whether two events are the same in effect, without saying whose they are.
 *
 * The key of the hashes is random and never changes; see schema.ts. Pure functions.
 */
import { toOrderKey } from '../../contract/order-key.js'
import type { Hash } from '../seal.js'
import type { EventRow, IncomingEvent } from './types.js'

const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** How long an order with a number, and a sign-up, are known. */
const KEPT_MS = 180 * DAY_MS
/** The same for an order without a number: a thank-you page that is reloaded. */
const CART_KEPT_MS = 30 * MINUTE_MS
/** How long every id is known, and how long anything of a noisy network is. */
export const ID_KEPT_MS = 7 * DAY_MS
/** How long dead letters and refused reports are kept. */
export const DEAD_KEPT_MS = 14 * DAY_MS

/** Half of a hash cannot be guessed, does not collide by chance, and takes half the room. */
const toKey = (hash: Buffer) => hash.toString('base64url', 0, 16)

/** Converts an e-mail address to the hash that stands for its customer. */
export const toWho = (email: string, hash: Hash) => toKey(hash('customer', email))

/** Converts a network to its hash; an event without one gets the empty text. */
export const toNetwork = (network: string | undefined, hash: Hash) =>
  network === undefined ? '' : hash('network', network).toString('base64url', 0, 9)

export interface Identity {
  /** The key that a duplicate has too. It contains the customer, so a stranger cannot use up order numbers. */
  key: string
  /** What the key does not tell. The latest event of the key is a duplicate only if this is equal, too. */
  content: string
  keptMs: number
}

export function toIdentity(event: IncomingEvent, hash: Hash): Identity {
  const { email } = event.body
  if (event.kind === 'addToList') {
    // Only the latest sign-up of this customer and list counts, so a change back to older values is new again.
    const content = toKey(hash('contact', toCanonical(event.body)))
    return { key: toKey(hash('list', event.list, email)), content, keptMs: KEPT_MS }
  }
  const { cart_data, cart_items } = event.body
  if (cart_data?.order_number) {
    return { key: toCustomersKey('order', cart_data.order_number, email, hash), content: '', keptMs: KEPT_MS }
  }
  const cart = toCanonical({ value: cart_data?.cart_value, items: cart_items })
  return { key: toKey(hash('cart', email, cart)), content: '', keptMs: CART_KEPT_MS }
}

/** How long an earlier event of this identity makes another one a duplicate. */
export const toKnownMs = (keptMs: number, { noisy }: Pick<EventRow, 'noisy'>) =>
  noisy ? Math.min(keptMs, ID_KEPT_MS) : keptMs

/** How long the row of an event is kept that was delivered or is a duplicate: at least as long as its id is known. */
export const toRowMs = (keptMs: number, { noisy }: Pick<EventRow, 'noisy'>) =>
  Math.max(toKnownMs(keptMs, { noisy }), ID_KEPT_MS)

/* Order numbers */

const NUMBER_BYTES = 9

/**
 * Converts an order number to the beginning of the keys of all orders of this number, of all customers. An operator
 * often knows the number alone, and a refused report has no customer.
 */
export const toNumberKey = (number: string, hash: Hash) =>
  hash('number', toOrderKey(number)).toString('base64url', 0, NUMBER_BYTES)

export const toNameKey = (name: string, email: string, hash: Hash) => toCustomersKey('name', name, email, hash)

/** The keys of this customer's orders of this number, or of this second name. */
export const toOrderKeys = (number: string, email: string, hash: Hash) =>
  (['order', 'name'] as const).map((what) => toCustomersKey(what, number, email, hash))

const toCustomersKey = (what: 'order' | 'name', number: string, email: string, hash: Hash) =>
  toNumberKey(number, hash) + toKey(hash(what, toOrderKey(number), email))

/** JSON with sorted keys, so that equal data is equal text. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
