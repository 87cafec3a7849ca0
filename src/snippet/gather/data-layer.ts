/** The data layer: GA4 and Universal Analytics, as tag managers push it and as `gtag()` does; and W3C's `digitalData`. */
import { type Fields, isFields, toFields } from '../fields.js'
import { safely } from '../safely.js'
import type { Settings } from '../settings.js'
import { type Found, find, isOrder, readNumber } from './order.js'

/** A page's data layer, and the event in it that converts. */
export interface Layer {
  /** All that was pushed, the latest first, and last what `digitalData` has. */
  entries: readonly Entry[]
  settings: Pick<Settings, 'convertOn'>
}

/** What one push says, whoever pushed it in whatever form: perhaps an order. */
export interface Entry extends Found {
  /** The entry with names: `gtag('set', 'user_data', …)` becomes an object that has `user_data`. */
  said: Fields
}

/** What a page means to be an order, the latest first: a later `ecommerce: null` or another event does not hide it. */
export const readPurchases = (page: Layer): Entry[] => page.entries.filter((entry) => isPurchase(entry, page))

const isPurchase = (entry: Entry, { settings }: Layer) =>
  (isEvent(entry, 'purchase') || isEvent(entry, settings.convertOn)) && isOrder(entry.order)

/** Exactly this event. Universal Analytics, Tag Manager's first names and W3C know none: theirs is a `purchase`. */
export function isEvent({ said, order }: Entry, name: string | undefined): boolean {
  const event = said.event ?? find(order, ['event'])
  return name !== undefined && (event === name || (name === 'purchase' && isOldPurchase(order, event)))
}

/** `trackTrans` is what Tag Manager's first guide called it. A refund has the order's names too. */
function isOldPurchase(order: Fields, event: unknown): boolean {
  if (find(order, ['purchase'])) return event !== 'refund'
  const isPaid = find(order, ['transactionID']) || (find(order, ['transactionId']) && find(order, ['transactionTotal']))
  return isPaid !== undefined && (typeof event !== 'string' || event === 'trackTrans')
}

/** What is an order's: what it is wrapped in, or, beside the event itself, Tag Manager's first names, GA4's and Meta's. */
const OF_ORDER =
  /^(transaction|order_?(id|number|total)|(ecommerce|eventModel|order|user_data|user_properties|value|total|revenue|currency|tax|shipping|coupon|affiliation|items|products|contents)$)/i

/**
 * @param layer all that was pushed, oldest first
 * @returns the latest first, without what cannot be read; what is no object says nothing
 */
export const toEntries = (layer: readonly unknown[]): Entry[] =>
  layer.flatMap((pushed) => safely(() => toEntry(Object(pushed))) ?? []).reverse()

function toEntry(pushed: object): Entry {
  const said = toMessage(pushed)
  const order = Object.fromEntries(Object.entries(said).filter(([name]) => OF_ORDER.test(name)))
  return { from: 'data-layer', said, order, pushed }
}

/**
 * What was said, the latest first and last what `digitalData` has. Not what belongs to another order, nor what was said
 * after this one when another came later: it may be of the next customer.
 */
export function readMessages(page: Layer, found: Found | undefined): Fields[] {
  const { entries } = page
  const number = found && readNumber(found.order)
  const isOther = ({ order, pushed }: Entry) =>
    isOrder(order) && pushed !== found?.pushed && (number === undefined || readNumber(order) !== number)
  const own = found?.pushed ? entries.findIndex(({ pushed }) => pushed === found.pushed) : 0
  const isLatest = !entries.slice(0, own).some((entry) => isPurchase(entry, page) && isOther(entry))
  return entries
    .slice(isLatest ? 0 : own)
    .filter((entry) => !isOther(entry))
    .flatMap(({ said }) => [said, toFields(said.ecommerce)])
}

/** An entry is an object, or the `arguments` of `gtag('event', name, …)` or `gtag('set', name, …)`. */
function toMessage(pushed: unknown): Fields {
  const { 0: command, 1: name, 2: value }: { [index: number]: unknown } = Object(pushed)
  if (command === 'event') return { event: name, ecommerce: value }
  if (command === 'set') return isFields(name) ? toFields(name) : { [String(name)]: value }
  const said = toFields(pushed)
  const user_data = toDigitalUser(said.user)
  return user_data === undefined ? said : { user_data, ...said }
}

/** W3C has the customer at `user[0].profile[0].profileInfo` (customer experience digital data layer, 6.10). */
function toDigitalUser(user: unknown): unknown {
  const first = (list: unknown) => toFields([list].flat()[0])
  return first(first(user).profile).profileInfo
}
