/**
 * The rules of the queue: what is a duplicate, what an older sign-up may still say, and what is told of it. Pure functions;
 * others ask the database what they need.
 */
import { createHash } from 'node:crypto'
import { Contact } from '../../contract/contact.js'
import type { Hash } from '../seal.js'
import type { IncomingEvent, Mark, Reason } from './types.js'

const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** How old an event may be when it is sent: later it would convert, or write over, something newer (CONTRACT 8). */
export const MAX_AGE_MS = { convert: 3 * DAY_MS, addToList: 7 * DAY_MS }
/** The oldest sign-up that can still come: 7 days until it is a dead letter, which may be replayed for another 14. */
export const FIELDS_KEPT_MS = 21 * DAY_MS

/** Dead letters for what the API has answered: it was asked once more than before. Of all others it was not asked. */
export const isAnswer = (reason: Reason) => reason === 'refused' || reason === 'no_session'

/* Duplicates */

/** How long an order with a number, and a sign-up, are known again. */
export const MARK_KEPT_MS = 180 * DAY_MS
/** How long an order without a number is. */
const CART_KEPT_MS = 30 * MINUTE_MS
export const ID_KEPT_MS = 7 * DAY_MS

/** Half of a hash is beyond guessing and beyond chance, and takes half the room for half a year. */
const toKey = (hash: Buffer) => hash.toString('base64url', 0, 16)

/** Whose event it is, without saying who. */
export const toCustomer = (email: string, hash: Hash) => toKey(hash('customer', email))

/** The same event sent twice: a tab closed before the answer, two tabs, a retry. The id is random, so it is its own key. */
export const toIdKey = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

/** The id that `toIdKey` has made a key of. */
export function toId(key: string): string {
  const hex = Buffer.from(key, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function toMark(event: IncomingEvent, hash: Hash): Mark {
  const { email } = event.body
  if (event.kind === 'addToList') {
    // Only the latest of this customer on this list: going back to an older value is new again.
    const content = toKey(hash('contact', toCanonical(event.body)))
    return { key: toKey(hash('list', event.list, email)), content, keptMs: MARK_KEPT_MS }
  }
  const { cart_data, cart_items } = event.body
  if (cart_data?.order_number) {
    const number = toPlainNumber(cart_data.order_number)
    return { key: toOrderKey('order', number, email, hash), content: '', keptMs: MARK_KEPT_MS }
  }
  const cart = toCanonical({ value: cart_data?.cart_value, items: cart_items })
  return { key: toKey(hash('cart', email, cart)), content: '', keptMs: CART_KEPT_MS }
}

/** One order number as people write it: `1001`, `1001 ` and `1001` with a sign that nobody sees are one. */
const toPlainNumber = (number: string) =>
  number
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()

/** What is read of a row of `repeats`. */
export interface KnownMark extends Omit<Mark, 'keptMs'> {
  signed: number
  expires: number
}

/** A signed event is a duplicate only of a signed one: a stranger cannot get in its way. */
export const isDuplicate = (known: KnownMark | undefined, content: string, signed: number, nowMs: number) =>
  known !== undefined && known.expires > nowMs && known.content === content && known.signed >= signed

const NUMBER_BYTES = 9

/**
 * How the keys of all orders of this number begin, whosever they are: an operator is often told the number alone. To whoever
 * has the database without its key it says that two customers' orders have one number, which is rare; with the key, numbers can
 * be tried one after the other, as they can be with an e-mail known. It goes with the customer's other hashes.
 */
const toNumberKey = (number: string, hash: Hash) => hash('number', number).toString('base64url', 0, NUMBER_BYTES)

/** Shops write a number with `#` in one place and without in another. */
const toSpellings = (number: string) => {
  const plain = toPlainNumber(number)
  const bare = plain.replace(/^#/, '')
  return [...new Set([plain, bare, `#${bare}`])]
}
export const toNumberKeys = (number: string, hash: Hash) => toSpellings(number).map((each) => toNumberKey(each, hash))
/** The keys of this customer's orders of this number, or of this second name. */
export const toOrderKeys = (number: string, email: string, hash: Hash) =>
  toSpellings(number).flatMap((each) => [toOrderKey('order', each, email, hash), toOrderKey('name', each, email, hash)])

/** The key of an order's second name: it is found by it, and nothing is a duplicate because of it. */
export const toNameKey = (name: string, email: string, hash: Hash) =>
  toOrderKey('name', toPlainNumber(name), email, hash)

const toOrderKey = (what: 'order' | 'name', number: string, email: string, hash: Hash) =>
  toNumberKey(number, hash) + toKey(hash(what, number, email))

/** JSON with keys in order, so that equal data is equal text. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/* An older sign-up that comes late */

/** @param text that `enqueue` has stored; only sign-ups have a list */
export const toContact = (text: string): Contact => JSON.parse(text)

const CUSTOMER_FIELDS = new Set(Object.keys(Contact.shape))

/** The fields of a newer, delivered sign-up: their names, never a value. Only a signed one takes from a signed one. */
export interface NewerFields {
  list: string
  names: string[]
}

/** The names of a sign-up's fields; that of a custom field is a hash, since anybody may have made it up. */
export const toFieldNames = (body: Contact, hash: Hash): string[] =>
  Object.keys(body)
    .filter((name) => name !== 'email')
    .map((name) => toFieldName(name, hash))

/**
 * The sign-up without the fields that newer ones have set: fields of the customer on any list (API.md 4.2: they are
 * shared), any other field on the same list.
 *
 * @returns undefined when nothing is left that would change anything
 */
export function withoutNewer(list: string, body: Contact, newer: NewerFields[], hash: Hash): Contact | undefined {
  const isNewer = (name: string) =>
    newer.some((fields) => {
      const counts = fields.list === list || CUSTOMER_FIELDS.has(name)
      return counts && fields.names.includes(toFieldName(name, hash))
    })
  const left = Object.entries(body).filter(([name]) => name === 'email' || !isNewer(name))
  const isMember = newer.some((fields) => fields.list === list)
  return isMember && left.length === 1 ? undefined : (Object.fromEntries(left) as Contact) // the e-mail stays
}

const toFieldName = (name: string, hash: Hash) =>
  CUSTOMER_FIELDS.has(name) ? name : hash('field', name).toString('base64url')

/** The API may remember the body of a key: another body needs another key. */
export function toIdempotencyKey(id: string, accepted: string, sent: string): string {
  return accepted === sent ? id : `${id}-${createHash('sha256').update(sent).digest('hex').slice(0, 16)}`
}

/* What happened to an event */

/** More tries than these are the first and the latest of them. */
const MAX_TRIES = 20

/** A try: when, how it ended, and what the API answered. */
export type Try = [atMs: number, what: Reason, status?: number]

/** The tries with one more, as JSON. */
export function toTries(tries: string | null, atMs: number, reason: Reason, status?: number): string {
  const all: Try[] = [...readTries(tries), status === undefined ? [atMs, reason] : [atMs, reason, status]]
  return JSON.stringify(all.length > MAX_TRIES ? [...all.slice(0, 1), ...all.slice(2)] : all)
}

export const readTries = (tries: string | null): Try[] => (tries === null ? [] : JSON.parse(tries)) // `toTries` has written it
