/** The data layer: GA4 and Universal Analytics, as tag managers push it and as `gtag()` does; and W3C's `digitalData`. */
import { type Fields, isFields, toFields } from '../fields.js'
import { globals } from '../globals.js'
import type { FoundOrder } from '../order.js'
import { safely } from '../safely.js'
import { settings } from '../settings.js'
import { isIdentified, isOrder, toFoundOrder } from './found-order.js'

/** What one push says, whoever pushed it in whatever form. */
interface Entry {
  /** With names: `gtag('set', 'user_data', …)` as an object that has `user_data`. */
  said: Fields
  event: unknown
  /** The order's own names among them, in whatever they are wrapped. */
  cart: Fields
  pushed: unknown
  /** In a form that knows no event: Universal Analytics, Tag Manager's first names, W3C. */
  isOld: boolean
}

/** The latest order; a later `ecommerce: null`, another event or a template not filled in does not hide it. */
export function readDataLayer(): FoundOrder | undefined {
  return readPurchases().find(isIdentified)
}

/** The latest that a page means to be an order; what it lacks is for the page to hear. */
export function readIncomplete(): FoundOrder | undefined {
  return readPurchases()[0]
}

const readPurchases = () => readEntries().filter(isPurchase).map(toOrder).filter(isOrder)

const isPurchase = (entry: Entry) => isEvent(entry, 'purchase') || isEvent(entry, settings.convertOn)

/** Exactly this event. Those of Universal Analytics and older ones are a `purchase`, whatever it is called. */
export function isEvent({ event, isOld }: Entry, name: string | undefined): boolean {
  return name !== undefined && (event === name || (isOld && name === 'purchase'))
}

/** What an entry says of an order. Asked only where an entry may be one: a page pushes many that are none. */
export function toOrder({ cart, pushed }: Entry): FoundOrder {
  return safely(() => ({ ...toFoundOrder(cart), pushed })) ?? { cart, emails: [], pushed }
}

/** Whatever was pushed, oldest first. By `slice`: old libraries have another Array.from(), and markup puts no list there. */
export function readPushed(): unknown[] {
  return safely(() => [].slice.call(globals[settings.dataLayer])) ?? []
}

/** Undefined when it is no object, or cannot be read. */
export function toEntry(pushed: unknown): Entry | undefined {
  return safely(() => {
    const said = toMessage(pushed)
    const { ecommerce, eventModel, transaction, user_data, user_properties } = said
    const order = [eventModel, ecommerce, transaction].map(toFields)
    const cart: Fields = Object.assign({ user_data, user_properties }, toOlder(said), ...order)
    const event = said.event ?? cart.event
    return { said, event, cart, pushed, isOld: isOldPurchase(cart, event) }
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
export function readMessages({ pushed, number }: Partial<FoundOrder> = {}): Fields[] {
  const isOther = (entry: Entry) => {
    const order = toOrder(entry)
    return isOrder(order) && order.pushed !== pushed && (number === undefined || order.number !== number)
  }
  const entries = readEntries()
  const own = pushed ? entries.findIndex((entry) => entry.pushed === pushed) : 0
  const isLatest = !entries.slice(0, own).some((entry) => isPurchase(entry) && isOther(entry))
  return entries
    .slice(isLatest ? 0 : own)
    .filter((entry) => !isOther(entry))
    .flatMap(({ said }) => [said, toFields(said.ecommerce)])
}

/** The latest first. */
function readEntries(): Entry[] {
  return [globals.digitalData, ...readPushed()].flatMap((pushed) => toEntry(pushed) ?? []).reverse()
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

/** Tag Manager's first names stand beside the event itself: `transactionId`, `transactionTotal`. */
function toOlder(said: Fields): Fields {
  const parts = Object.entries(said).filter(([name]) => name.startsWith('transaction'))
  return said.transactionId === undefined ? {} : Object.fromEntries(parts)
}

/** W3C has the customer at `user[0].profile[0].profileInfo` (customer experience digital data layer, 6.10). */
function toDigitalUser(user: unknown): unknown {
  const first = (list: unknown) => toFields([list].flat()[0])
  return first(first(user).profile).profileInfo
}
