/** The data layer: GA4 and Universal Analytics, as tag managers push it and as `gtag()` does; and W3C's `digitalData`. */
import { type Fields, isFields, toFields } from '../fields.js'
import { safely } from '../safely.js'
import type { Settings } from '../settings.js'
import { type Found, isIdentified, isOrder, readNumber } from './order.js'

/** A page's data layer, and the event in it that converts. */
export interface Layer {
  /** All that was pushed, oldest first; before it what `digitalData` has. */
  layer: readonly unknown[]
  settings: Pick<Settings, 'convertOn'>
}

/** What one push says, whoever pushed it in whatever form. */
export interface Entry {
  /** With names: `gtag('set', 'user_data', …)` as an object that has `user_data`. */
  said: Fields
  event: unknown
  /** The order's own names among them, in whatever they are wrapped. */
  order: Fields
  pushed: unknown
  /** In a form that knows no event: Universal Analytics, Tag Manager's first names, W3C. */
  isOld: boolean
}

/** The latest order; a later `ecommerce: null`, another event or a template not filled in does not hide it. */
export const readDataLayer = (page: Layer): Found | undefined => readPurchases(page).find(isIdentified)

/** The latest that a page means to be an order; what it lacks is for the page to hear. */
export const readIncomplete = (page: Layer): Found | undefined => readPurchases(page)[0]

const readPurchases = (page: Layer): Found[] =>
  readEntries(page)
    .filter((entry) => isPurchase(entry, page))
    .map(toFound)
    .filter(isOrder)

const isPurchase = (entry: Entry, { settings }: Layer) =>
  isEvent(entry, 'purchase') || isEvent(entry, settings.convertOn)

/** Exactly this event. Those of Universal Analytics and older ones are a `purchase`, whatever it is called. */
export function isEvent({ event, isOld }: Entry, name: string | undefined): boolean {
  return name !== undefined && (event === name || (isOld && name === 'purchase'))
}

export const toFound = ({ order, pushed }: Entry): Found => ({ from: 'data-layer', order, pushed })

/** Names beside the event itself: Tag Manager's first ones, GA4 without `ecommerce`, Meta's. */
const BESIDE =
  /^(transaction|order_?(id|number)|(value|currency|tax|shipping|coupon|affiliation|items|products|contents)$)/i

/** Undefined when it is no object, or cannot be read. */
export function toEntry(pushed: unknown): Entry | undefined {
  if (!(pushed instanceof Object)) return undefined
  return safely(() => {
    const said = toMessage(pushed)
    const { ecommerce, eventModel, transaction, order: own, user_data, user_properties } = said
    const beside = Object.fromEntries(Object.entries(said).filter(([name]) => BESIDE.test(name)))
    const parts = [eventModel, ecommerce, transaction, own].map(toFields)
    const order: Fields = Object.assign({ user_data, user_properties }, beside, ...parts)
    const event = said.event ?? order.event
    return { said, event, order, pushed, isOld: isOldPurchase(order, event) }
  })
}

/** `trackTrans` is what Tag Manager's first guide called it. A refund has the order's names too. */
function isOldPurchase({ purchase, transactionID, transactionId, transactionTotal }: Fields, event: unknown): boolean {
  const isNamed = typeof event === 'string' && event !== 'trackTrans'
  const isPaid = transactionID !== undefined || (transactionId !== undefined && transactionTotal !== undefined)
  return isFields(purchase) ? event !== 'refund' : isPaid && !isNamed
}

/**
 * What was said, the latest first and last what `digitalData` has. Not what belongs to another order, nor what was said
 * after this one when another came later: it may be of the next customer.
 */
export function readMessages(page: Layer, found: Found | undefined): Fields[] {
  const number = found && readNumber(found.order)
  const isOther = (entry: Entry) => {
    const order = toFound(entry)
    const isSame = order.pushed === found?.pushed || (number !== undefined && readNumber(order.order) === number)
    return isOrder(order) && !isSame
  }
  const entries = readEntries(page)
  const own = found?.pushed ? entries.findIndex(({ pushed }) => pushed === found.pushed) : 0
  const isLatest = !entries.slice(0, own).some((entry) => isPurchase(entry, page) && isOther(entry))
  return entries
    .slice(isLatest ? 0 : own)
    .filter((entry) => !isOther(entry))
    .flatMap(({ said }) => [said, toFields(said.ecommerce)])
}

/** The latest first. */
const readEntries = ({ layer }: Layer): Entry[] => layer.flatMap((pushed) => toEntry(pushed) ?? []).reverse()

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
