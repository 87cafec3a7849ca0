/** The data layer in every shape: also Universal Analytics, Tag Manager's first guide, and W3C's `digitalData`. */
import { type Fields, toFields } from '../../core/fields.js'
import { type Entry, OF_ORDER, toEntry, toMessage } from '../../core/purchase.js'
import { parseJson, safely } from '../../core/safely.js'
import type { Settings } from '../../core/settings.js'
import { type Found, find, isOrder, readNumber } from './order.js'

/** A page's data layer, and the event that converts. */
export interface Layer {
  /** All pushed entries, the latest first, then `digitalData`. */
  entries: readonly Entry[]
  settings: Pick<Settings, 'convertOn'>
}

/** Finds the orders of a page, the latest first. A later `ecommerce: null` or another event does not hide an order. */
export const readOrders = (page: Layer): Entry[] =>
  page.entries
    .flatMap((entry, index) => (isNamed(entry, page) ? withEarlierOrder(page.entries, entry, index) : []))
    .filter(({ order }) => isOrder(order))

const isNamed = (entry: Entry, { settings }: Layer) => isEvent(entry, 'purchase') || isEvent(entry, settings.convertOn)

const isPurchase = (entry: Entry, page: Layer) => isNamed(entry, page) && isOrder(entry.order)

/** Gives an event without an order the latest earlier order that has no event, as Tag Manager does. */
export function withEarlierOrder(entries: readonly Entry[], entry: Entry, index: number): Entry {
  if (isOrder(entry.order)) return entry
  const earlier = entries.slice(index + 1).find(({ order }) => isOrder(order))
  return earlier && earlier.said.event === undefined ? { ...entry, order: earlier.order } : entry
}

/**
 * Recognises exactly this event. Orders of Universal Analytics, Tag Manager's first guide and W3C have no event. They
 * count as `purchase`.
 */
export function isEvent({ said, order }: Entry, name: string | undefined): boolean {
  const event = said.event ?? find(order, ['event'])
  return name !== undefined && (event === name || (name === 'purchase' && isOldPurchase(order, event)))
}

/**
 * Recognises older purchases. Tag Manager's first guide called the event `trackTrans`, and Adobe calls it
 * `place-order`. A refund has an order's names too.
 */
function isOldPurchase(order: Fields, event: unknown): boolean {
  if (find(order, ['purchase'])) return event !== 'refund'
  const isPaid =
    find(order, ['transactionID', 'purchaseID']) ||
    (find(order, ['transactionId']) && find(order, ['transactionTotal']))
  return isPaid !== undefined && (typeof event !== 'string' || /^(trackTrans|place-order)$/.test(event))
}

/** More names of an order: of its wrappers, of its number, and of its customer. */
const MORE_OF_ORDER =
  /^(transaction|order_?(id|number|total)|(eventModel|order|orderContext|user_properties|\w*email\w*|em)$)/i

const isOfOrder = (name: string): boolean => OF_ORDER.test(name) || MORE_OF_ORDER.test(name)

/**
 * @param layer all pushed entries, oldest first
 * @returns the latest first. Entries that are not objects are skipped
 */
export const toEntries = (layer: readonly unknown[]): Entry[] =>
  layer.flatMap((pushed) => safely(() => toEntry(pushed, toNamed(pushed), isOfOrder)) ?? []).reverse()

/**
 * Lists the entries that may have the order's customer, the latest first. Entries of another order are left out. If
 * another order came later, all entries after this order are left out, because they may be the next customer's.
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
    .flatMap(({ said, ecommerce }) => [said, ecommerce])
}

/** Adds the shapes that the core does not read: an order as JSON text, and the customers of `gtag('config', …)` and W3C. */
function toNamed(pushed: unknown): Fields {
  const { 0: command, 2: parameters }: { [index: number]: unknown } = Object(pushed)
  // These are one tag's defaults, so a customer that the page has set counts first.
  if (command === 'config') return { user_properties: toFields(parameters).user_data }
  const said = toMessage(pushed)
  const user_data = toDigitalUser(said.user)
  const ecommerce = parseJson(said.ecommerce) ?? said.ecommerce
  return { ...(user_data !== undefined && { user_data }), ...said, ...(ecommerce !== undefined && { ecommerce }) }
}

/** W3C has the customer at `user[0].profile[0].profileInfo` (customer experience digital data layer, 6.10). */
function toDigitalUser(user: unknown): unknown {
  const first = (list: unknown) => toFields([list].flat()[0])
  return first(first(user).profile).profileInfo
}
