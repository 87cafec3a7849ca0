/** The data layer: GA4 `purchase`, as tag managers push it and as `gtag('event', 'purchase', …)` does. */
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'

type Fields = Record<string, unknown>

/**
 * What GA4 calls the API's fields; where two mean the same the first counts. Every other key travels under the page's
 * own name, but for those with a blank: they are of the customer or of the tracker, not of the cart.
 */
const CART_NAMES = {
  transaction_id: 'order_number',
  value: 'cart_value',
  coupon: 'promo',
  items: '',
  user_data: '',
  user_properties: '',
  send_to: '',
}
const ITEM_NAMES = { item_id: 'product_id', id: 'product_id', item_name: 'name', quantity: 'item_qty' }

/** The latest order in the data layer; a later `ecommerce: null` or another event does not hide it. */
export function readDataLayer(): FoundOrder | undefined {
  return latest(readPurchase)
}

/** One entry of the data layer as an order, or undefined when it is none. */
export function readPurchase(entry: unknown): FoundOrder | undefined {
  const { event, ecommerce, eventModel } = toFields(entry)
  if (event !== 'purchase' && event !== settings.convertOn) return undefined
  const found = readEcommerce(ecommerce ?? eventModel)
  return found && { ...found, email: readAddress(entry) ?? found.email }
}

/** A GA4 object with an order number or items. */
export function readEcommerce(ecommerce: unknown): FoundOrder | undefined {
  const { transaction_id: number, items } = Object(ecommerce)
  if (number == null && !items) return undefined
  return {
    email: readAddress({ ecommerce }) ?? readEmail(),
    cart_data: rename(Object(ecommerce), CART_NAMES),
    cart_items: Array.isArray(items) ? items.map(readItem) : items,
  }
}

/** The e-mail the page knows, whether or not there is an order. */
export function readEmail(): unknown {
  return latest(readAddress)
}

export function isEvent(entry: unknown, name: string): boolean {
  return toFields(entry).event === name
}

/** Calls back for each entry there is and each that comes. Whatever other scripts have put on `push` is kept. */
export function onEntry(callback: (entry: unknown) => void): void {
  const layer = toLayer()
  const push = layer.push
  layer.push = function (...entries: unknown[]) {
    const length = push.apply(this, entries)
    entries.forEach(callback)
    return length
  }
  for (const entry of [...layer]) callback(entry)
}

/** A page may declare its data layer after this script has run: by then it must be the same one. */
function toLayer(): unknown[] {
  const globals = window as unknown as Record<string, unknown[]> // named by a setting, and made to be one
  globals[settings.dataLayer] ??= []
  return globals[settings.dataLayer] as unknown[] // since the line above
}

function latest<T>(read: (entry: unknown) => T | undefined): T | undefined {
  for (const entry of [...toLayer()].reverse()) {
    const found = read(entry)
    if (found !== undefined) return found
  }
  return undefined
}

/** An entry is an object, or the `arguments` of `gtag('event', name, …)` or `gtag('set', name, …)`. */
function toFields(entry: unknown): Fields {
  const { 0: command, 1: name, 2: value } = Object(entry)
  if (command === 'event') return { event: name, ecommerce: value }
  return command === 'set' ? { [name]: value } : Object(entry)
}

function readAddress(entry: unknown): unknown {
  const { ecommerce, user_data: user = Object(ecommerce).user_data, user_properties: properties } = toFields(entry)
  const { email, email_address: address } = Object(user)
  return email ?? address ?? Object(properties).email
}

function readItem(item: unknown): Fields {
  const found = rename(Object(item), ITEM_NAMES)
  const category = ['', 2, 3, 4, 5].flatMap((suffix) => take(found, `item_category${suffix}`) ?? [])
  return { item_qty: 1, category, ...found }
}

function take(fields: Fields, name: string): unknown {
  const value = fields[name]
  delete fields[name]
  return value
}

/** The same under the API's names. */
function rename(source: Fields, names: Record<string, string>): Fields {
  const found: Fields = {}
  for (const key of [...Object.keys(names), ...Object.keys(source)]) {
    const name = names[key] ?? key
    // Not a text for `constructor` and the like, which every object has.
    if (typeof name === 'string' && name) found[name] ??= source[key]
  }
  return found
}
