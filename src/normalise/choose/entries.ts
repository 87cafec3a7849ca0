/**
 * The entries of a page: pushes to its data layer, in every shape, W3C's `digitalData`, and the orders of its JSON-LD. They are listed
 * oldest first, as the page sends them.
 */
import { ITEM_LIST_NAMES, ORDER_NUMBER_NAMES, ORDER_PARTS } from '../../contract/names.js'
import { toOrderKey } from '../../contract/order-key.js'
import { isOrderNumber } from '../../contract/order-number.js'
import { type Fields, isFields, isFilled, toFields } from '../fields.js'

export interface Entry {
  /** The fields of one push. The page has turned the arguments of `gtag()` into fields. */
  message: Fields
  /** The fields of an order in it, under the page's own names. */
  order: Fields
  number: string | undefined
  itemCount: number
  isJsonLd: boolean
}

/** Names of an order among the fields next to an event: its wrappers, its amounts and items, its number, and its customer. */
const OF_ORDER =
  /^(ecommerce|user_data|value|total|revenue|currency|tax|shipping|coupon|affiliation|items|products|contents|transaction\w*|order_?(id|number|total)|eventModel|order|orderContext|user_properties|purchaseID|\w*email\w*|em)$/i

export const toEntries = (messages: readonly Fields[]): Entry[] => messages.map(toEntry)

function toEntry(message: Fields): Entry {
  const isJsonLd = [message['@type']].flat().some((type) => /\bOrder$/.test(String(type)))
  const own = Object.entries(message).filter(([name]) => isJsonLd || OF_ORDER.test(name))
  return toNumbered(message, Object.fromEntries(own), isJsonLd)
}

function toNumbered(message: Fields, order: Fields, isJsonLd: boolean): Entry {
  return { message, order, isJsonLd, number: readNumber(order), itemCount: countItems(order) }
}

/** An entry without number and items is about orders in general. */
export const isOrder = ({ number, itemCount, order }: Entry): boolean =>
  number !== undefined || itemCount > 0 || find(order, ORDER_NUMBER_NAMES) !== undefined

/**
 * Finds the orders of the data layer, oldest first.
 *
 * @param event the event that converts, in addition to `purchase`
 */
export function findOrders(entries: readonly Entry[], event: string | undefined): Entry[] {
  return entries
    .map((entry, index) => {
      if (entry.isJsonLd || !(isEvent(entry, 'purchase') || isEvent(entry, event))) return undefined
      return withEarlierOrder(entries, entry, index)
    })
    .filter((entry) => entry !== undefined)
    .filter(isOrder)
}

/**
 * Gives an event without an order the latest earlier order that belongs to no event, as Tag Manager does. An order of
 * another such event ends the search.
 */
function withEarlierOrder(entries: readonly Entry[], entry: Entry, index: number): Entry {
  if (isOrder(entry)) return entry
  const events = [undefined, entry.message.event]
  const earlier = entries
    .slice(0, index)
    .findLast((each) => !each.isJsonLd && events.includes(each.message.event) && isOrder(each))
  return earlier && earlier.message.event === undefined
    ? toNumbered(entry.message, { ...earlier.order, ...withoutBlank(entry.order) }, false)
    : entry
}

const withoutBlank = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value)))

/**
 * Recognises exactly this event. Orders of Universal Analytics, Tag Manager's first guide and W3C have no event. They
 * count as `purchase`.
 */
function isEvent({ message, order }: Entry, name: string | undefined): boolean {
  const event = message.event ?? find(order, ['event'])
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

/** Objects are searched down to this level. No known order is deeper. */
const MAX_LEVELS = 4

/** Finds the value of the first name that has one, in the order itself or in the objects around its fields. The outer field wins. */
function find(order: Fields, names: readonly string[], level = 0): unknown {
  const own = names.map((name) => order[name]).find(isValue)
  if (own !== undefined || level === MAX_LEVELS) return own
  for (const part of ORDER_PARTS) {
    const value = isFields(order[part]) ? find(order[part], names, level + 1) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** A template that is not filled in has an empty item. */
const isValue = (value: unknown): boolean => isFilled(value) && !(Array.isArray(value) && value.every(isBlankItem))

const isBlankItem = (item: unknown) => Object.keys(toFields(item)).length === 0

const countItems = (order: Fields): number => {
  const items = find(order, ITEM_LIST_NAMES)
  if (Array.isArray(items)) return items.filter((item) => !isBlankItem(item)).length
  const rows = Object.entries(toFields(items))
  return rows.every(([name]) => /^\d+$/.test(name)) ? rows.length : 1 // a single item need not be in a list
}

/** Reads the number in the spelling that identifies the order. Undefined for a placeholder. */
export const readNumber = (order: Fields): string | undefined => toNumber(find(order, ORDER_NUMBER_NAMES))

export function toNumber(value: unknown): string | undefined {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? toOrderKey(String(value)) : ''
  return isOrderNumber(text) ? text : undefined
}
