/** The data layer: GA4 and Universal Analytics, as tag managers push it and as `gtag()` does, and W3C's `digitalData`. */
import { type Fields, isFields, toFields } from '../fields.js'
import { globals } from '../globals.js'
import type { FoundOrder } from '../order.js'
import { safely } from '../safely.js'
import { settings } from '../settings.js'
import { readDigitalData } from './digital-data.js'
import { isOrder, readNumber, toEmails, toFoundOrder } from './found-order.js'

/** What one push says, whoever pushed it in whatever form. */
export interface Entry {
  /** As it was pushed. */
  pushed: unknown
  /** With names: `gtag('set', 'user_data', …)` as an object that has `user_data`. */
  said: Fields
  event: unknown
  /** Undefined when it is none. */
  order: FoundOrder | undefined
  /** Universal Analytics and Tag Manager's older names are a purchase whatever the event is called. */
  isOldPurchase: boolean
}

/** The latest order; a later `ecommerce: null` or another event does not hide it. */
export function readDataLayer(): FoundOrder | undefined {
  const entries = readEntries().reverse()
  const latest = entries.find((entry) => isEvent(entry, 'purchase') || isEvent(entry, settings.convertOn))
  return latest?.order ?? readDigitalData()
}

/** Exactly the named event, with an order. */
export function isEvent({ event, order, isOldPurchase }: Entry, name: string | undefined): boolean {
  return order !== undefined && ((event !== undefined && event === name) || (isOldPurchase && name === 'purchase'))
}

/** Oldest first. */
export function readEntries(): Entry[] {
  return readPushed().flatMap((pushed) => toEntry(pushed) ?? [])
}

/** Whatever has been pushed. By `slice`: old libraries have another Array.from(), and what markup has put there is no list. */
export function readPushed(): unknown[] {
  return safely(() => [].slice.call(globals[settings.dataLayer])) ?? []
}

/** Undefined when it is no object, or cannot be read. */
export function toEntry(pushed: unknown): Entry | undefined {
  return safely(() => {
    const said = toSaid(pushed)
    if (!said) return undefined
    const { ecommerce, eventModel, user_data, user_properties } = said
    const order = { ...toOlderNames(said), ...toFields(eventModel), ...toFields(ecommerce) }
    const found = toFoundOrder(order, { user_data }, { user_properties })
    return {
      pushed,
      said,
      event: said.event ?? order.event,
      order: isOrder(found) ? found : undefined,
      isOldPurchase: isFields(order.purchase) || 'transactionId' in order,
    }
  })
}

/**
 * The places of the customer's address, the latest first; not what belongs to another order.
 *
 * @param found the order the address is for
 */
export function readUsers(found: FoundOrder | undefined): unknown[] {
  const entries = readSaid(found)
  return ['user_data', 'user_properties'].flatMap((name) =>
    entries.flatMap(({ [name]: person, ecommerce }) => toEmails(person, name === 'user_data' ? toUser(ecommerce) : {})),
  )
}

/** What was said in the data layer, the latest first; not of another order. */
export function readSaid(found: FoundOrder | undefined): Fields[] {
  const number = found && readNumber(found)
  const isOther = ({ order }: Entry) => order && (number === undefined || readNumber(order) !== number)
  return readEntries()
    .filter((entry) => !isOther(entry) || (found && entry.order?.said === found.said))
    .map(({ said }) => said)
    .reverse()
}

const toUser = (ecommerce: unknown) => toFields(ecommerce).user_data

/** An entry is an object, or the `arguments` of `gtag('event', name, …)` or `gtag('set', name, …)`. */
function toSaid(pushed: unknown): Fields | undefined {
  if (typeof pushed !== 'object' || pushed === null) return undefined
  const { 0: command, 1: name, 2: value }: { [index: number]: unknown } = Object(pushed)
  if (command === 'event') return { event: name, ecommerce: value }
  if (command === 'set') return typeof name === 'string' ? { [name]: value } : toFields(name)
  return isFields(pushed) ? pushed : undefined
}

/** `transactionId`, `transactionTotal` and the like stand beside the event itself. */
function toOlderNames(said: Fields): Fields {
  if (!('transactionId' in said)) return {}
  return Object.fromEntries(Object.entries(said).filter(([name]) => name.startsWith('transaction')))
}
