/**
 * The identity of an event: keyed hashes that show whether two events have the same effect. They do not reveal the
 * customer.
 *
 * The key of the hashes is random and never changes. See schema.ts. Pure functions.
 */
import type { Conversion } from '../../contract/conversion.js'
import { toOrderKey } from '../../contract/order-key.js'
import type { Hash } from '../seal.js'
import type { EventRow, IncomingEvent } from './types.js'

const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** The time for which an order with a number or a sign-up is known. */
export const KEPT_MS = 180 * DAY_MS
/** The time for which an order without a number is known. Its thank-you page may be reloaded. */
const CART_KEPT_MS = 30 * MINUTE_MS
/** The time for which every id is known, and for which events of a noisy network are known. */
export const ID_KEPT_MS = 7 * DAY_MS
/** The time for which dead letters and refused reports are kept. */
export const DEAD_KEPT_MS = 14 * DAY_MS

/** Takes half of a hash. It cannot be guessed, does not collide by chance, and takes half the room. */
const toKey = (hash: Buffer) => hash.toString('base64url', 0, 16)

/** Converts an e-mail address to the hash that identifies its customer. */
export const toWho = (email: string, hash: Hash) => toKey(hash('customer', email))

/** Converts a network to its hash. An event without a network gets the empty text. */
export const toNetwork = (network: string | undefined, hash: Hash) =>
  network === undefined ? '' : hash('network', network).toString('base64url', 0, 9)

export interface Identity {
  /**
   * The key that an event shares with its duplicates. It contains the customer, so a stranger cannot use up order
   * numbers.
   */
  key: string
  /** The data beside the key. An event is a duplicate only if the latest event of the key has equal content. */
  content: string
  keptMs: number
}

export function toIdentity(event: IncomingEvent, hash: Hash): Identity {
  const { email } = event.body
  if (event.kind === 'addToList') {
    // Only the latest sign-up of this customer and list counts. So a change back to older values is new.
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

/** The time for which an earlier event of this identity makes another one a duplicate. */
export const toKnownMs = (keptMs: number, { noisy }: Pick<EventRow, 'noisy'>) =>
  noisy ? Math.min(keptMs, ID_KEPT_MS) : keptMs

/** The time for which the row of a delivered event or a duplicate is kept: at least as long as its id is known. */
export const toRowMs = (keptMs: number, { noisy }: Pick<EventRow, 'noisy'>) =>
  Math.max(toKnownMs(keptMs, { noisy }), ID_KEPT_MS)

/** Converts the cart of a refused report to a hash, which shows whether two reports agree. Its number may be spelt in two ways. */
export function toCartKey({ cart_data, cart_items }: Omit<Conversion, 'email'>, hash: Hash): string {
  return toKey(hash('reported', toCanonical({ ...cart_data, order_number: undefined }), toCanonical(cart_items ?? [])))
}

/* Order numbers */

const NUMBER_BYTES = 9

/**
 * Converts an order number to the beginning of the keys of all its orders, of all customers. An operator often knows
 * only the number, and a refused report has no customer.
 */
export const toNumberKey = (number: string, hash: Hash) =>
  hash('number', toOrderKey(number)).toString('base64url', 0, NUMBER_BYTES)

/** Lists the number keys of an order's number and second name, each once. */
export const toNumberKeys = (numbers: (string | undefined)[], hash: Hash) => [
  ...new Set(numbers.flatMap((each) => (each === undefined ? [] : toNumberKey(each, hash)))),
]

export const toNameKey = (name: string, email: string, hash: Hash) => toCustomersKey('name', name, email, hash)

/** Lists the keys of this customer's orders of this number, or of this second name. */
export const toOrderKeys = (number: string, email: string, hash: Hash) =>
  (['order', 'name'] as const).map((what) => toCustomersKey(what, number, email, hash))

const toCustomersKey = (what: 'order' | 'name', number: string, email: string, hash: Hash) =>
  toNumberKey(number, hash) + toKey(hash(what, toOrderKey(number), email))

/** Writes JSON with sorted keys, so that equal data is equal text. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
