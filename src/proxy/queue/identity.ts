/**
 * The identity of an event: keyed hashes that show whether two events have the same effect. They do not reveal the
 * customer. Pure functions.
 *
 * The key of the hashes is random and never changes.
 */
import { toOrderKey } from '../../contract/order-key.js'
import { HOUR_MS } from '../duration.js'
import { isPrivateNetwork } from '../network.js'
import type { Hash } from '../seal.js'
import type { IncomingEvent } from './types.js'

/** Two names of an order are reported within this time, because no report is older. */
export const SAME_NAME_MS = 72 * HOUR_MS

/** Half of a hash cannot be guessed, does not collide by chance, and takes half the room. */
const toKey = (hash: Buffer) => hash.toString('base64url', 0, 16)

/** @param email in the spelling of contract/email.ts */
export const toWho = (email: string, hash: Hash) => toKey(hash('customer', email))

/** Returns an empty text for a network that is exempt from the fair share. */
export const toNetwork = (network: string | undefined, hash: Hash) =>
  network === undefined || isPrivateNetwork(network) ? '' : hash('network', network).toString('base64url', 0, 9)

/**
 * The key that a duplicate has too. It contains the customer, so that a stranger cannot use up order numbers.
 *
 * An order with a number: number and customer. Without one: customer, value and items. A sign-up: customer, list and
 * fields.
 */
export function toIdentity(event: IncomingEvent, hash: Hash): string {
  const { email } = event.body
  if (event.kind === 'addToList') return toKey(hash('list', event.list, toCanonical(event.body)))
  const { cart_data, cart_items } = event.body
  if (cart_data?.order_number) return toOrderIdentity(cart_data.order_number, email, hash)
  return toKey(hash('cart', email, toCanonical({ value: cart_data?.cart_value, items: cart_items })))
}

/** The key of this customer's order of this number. It begins with the key of the number. */
export const toOrderIdentity = (number: string, email: string, hash: Hash) =>
  toNumberKey(number, hash) + toKey(hash('order', toOrderKey(number), email))

/** The key of a number, of all customers: an operator often knows only the number. */
export const toNumberKey = (number: string, hash: Hash) =>
  hash('number', toOrderKey(number)).toString('base64url', 0, 9)

/** The number's part of an identity. */
export const readNumberKey = (identity: string) => identity.slice(0, 12)

/** Writes JSON with sorted keys, so that equal data is equal text. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
