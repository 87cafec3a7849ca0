/**
 * Chooses the customer's address: of the first place that has one. The order's own address comes before the page's account. Of several
 * orders on a page, each has its own customer or none.
 */
import { MASKED } from '../../contract/limits.js'
import { BILLING_EMAIL_NAMES, EMAIL_NAMES, ORDER_PARTS } from '../../contract/names.js'
import type { Named } from '../../contract/raw.js'
import { type Fields, isFields, toFields } from '../fields.js'
import { type Entry, findOrders, isOrder } from './entries.js'

/** Places of the bill's address. GTM4WP has an order with its customer in `orderData`. */
const BILLS = [...BILLING_EMAIL_NAMES, 'billing', 'billingAddress', 'orderData']
/** Objects that hold a customer: of an order, and of a page. A shop's own address is in other objects. */
const PERSONS = [
  ...['user_data', 'userData', 'user_properties', 'enhanced_conversion_data', 'customer', 'profile'],
  ...['buyer', 'shopper', 'user'],
]
/** Objects within these, before the address next to them. */
const INNER = ['billing', 'billingAddress', 'customer', 'profileInfo']
/** The most objects around an address: `orderData.customer.billing`. */
const MAX_LEVELS = 3

/** The longest text that is searched for an address, and the longest field that may be one. */
const MAX_SEARCHED = 2_000

/** The address that the shop has named comes first, then those of the order, of the marks, and of the page. */
export interface Places {
  named?: Named | undefined
  marked?: Named | undefined
  /** The order that a selector finds. */
  json?: Fields | undefined
}

/** @returns the texts of the first place that may have an address. Masked ones count only if no other place has one */
export function chooseEmails(
  entries: readonly Entry[],
  order: Entry | undefined,
  event: string | undefined,
  { named, marked, json }: Places,
): string[] {
  const places = [
    toTexts(named),
    ...readAddresses(json ?? {}),
    ...readAddresses({ ...order?.message, ...order?.order }),
    toTexts(marked),
    ...readUsers(readOwn(entries, order, event)),
  ]
  return places.find((texts) => texts.some(hasEmail)) ?? places.find((texts) => texts.length > 0) ?? []
}

/** @returns the texts of a passed GA4 object that may be its customer's address */
export const readPassedEmails = (ecommerce: Fields): string[] =>
  readAddresses(ecommerce).find((texts) => texts.some(hasEmail)) ?? []

export const hasEmail = (text: string): boolean => !MASKED.test(text)

/**
 * Lists the entries that may have the order's customer, the latest first: after the order before it, and without those that are another
 * order's. An entry with items may belong to another order.
 */
function readOwn(entries: readonly Entry[], order: Entry | undefined, event: string | undefined): Entry[] {
  const isOther = (entry: Entry) =>
    entry.message !== order?.message && isOrder(entry) && (order?.number === undefined || entry.number !== order.number)
  const others = new Set(
    findOrders(entries, event)
      .filter(isOther)
      .map(({ message }) => message),
  )
  const at = (order ? entries.findIndex(({ message }) => message === order.message) : -1) + 1
  const before = order?.isJsonLd ? -1 : entries.slice(0, at).findLastIndex(({ message }) => others.has(message))
  // Entries after this order may be the next customer's, if another order follows.
  const isLast = order?.isJsonLd || !entries.slice(at).some(({ message }) => others.has(message))
  return entries
    .slice(before + 1, isLast ? undefined : at)
    .filter((entry) => (entry.isJsonLd ? isOwnJsonLd(entry, order, entries) : !isOther(entry)))
    .reverse()
}

/** The page's only order in JSON-LD need not have its number. */
function isOwnJsonLd({ number }: Entry, order: Entry | undefined, entries: readonly Entry[]): boolean {
  if (number !== undefined) return number === order?.number
  return entries.filter(({ isJsonLd }) => isJsonLd).length === 1
}

/** Pages push customer data in several entries. The latest one wins, and `user_data` wins over `user_properties`. */
function readUsers(entries: readonly Entry[]): string[][] {
  const layer = entries.filter(({ isJsonLd }) => !isJsonLd)
  const messages = layer.flatMap(({ message }) => [withDigitalUser(message), toFields(message.ecommerce)])
  const orders = entries.filter(({ isJsonLd }) => isJsonLd).map(({ order }) => order)
  const persons = [...PERSONS, ...BILLS].flatMap((name) =>
    // A blank value cancels the values before it, because the customer has logged out.
    [messages.find((message) => name in message), ...orders].flatMap((each) => toPlaces(each?.[name])),
  )
  return [...persons, ...messages.flatMap((message) => readPlaces(message, EMAIL_NAMES))]
}

/** W3C has the customer at `user[0].profile[0].profileInfo` (customer experience digital data layer, 6.10). */
function withDigitalUser(message: Fields): Fields {
  const first = (list: unknown) => toFields([list].flat()[0])
  const user_data = first(first(message.user).profile).profileInfo
  return user_data === undefined ? message : { user_data, ...message }
}

/** Reads the addresses of an order's customer, the order's own before the account's. */
function readAddresses(order: Fields): string[][] {
  const parts = withParts(order).flatMap(withParts)
  return [BILLS, [...EMAIL_NAMES, ...PERSONS]].flatMap((names) => parts.flatMap((part) => readPlaces(part, names)))
}

const withParts = (order: Fields): Fields[] => [
  order,
  ...ORDER_PARTS.filter((part) => part in order).map((part) => toFields(order[part])),
]

const readPlaces = (fields: Fields, names: readonly string[], level = 0): string[][] =>
  names.flatMap((name) => toPlaces(fields[name], level))

/** Lists the fields of a person that may have an address. Each is a place. The person may be only the address. */
function toPlaces(person: unknown, level = 0): string[][] {
  if (isFields(person)) return level < MAX_LEVELS ? readPlaces(person, [...INNER, ...EMAIL_NAMES], level + 1) : []
  return [person]
    .flat()
    .map(toField)
    .filter((texts) => texts.length > 0)
}

/** An `@`, or an escape of it. */
const AT = /[^@](@|%40|&#(64|x40);|&commat;)[^@]/i

/** A field stays whole, because a part of an address would be another customer's. */
const toField = (value: unknown): string[] =>
  typeof value === 'string' && AT.test(value) ? [value.trim().slice(0, MAX_SEARCHED)] : []

/** An attribute for machines is a field. A text that shoppers see is searched for words with an `@`. */
function toTexts(own: Named | undefined = ''): string[] {
  if (typeof own === 'object') return toField(own.data)
  const text = own.slice(0, MAX_SEARCHED).replace(/^\s*mailto:([^?]*).*/is, '$1')
  return [...new Set(text.split(/[\s<>:：]+/).filter((word) => AT.test(word)))]
}
