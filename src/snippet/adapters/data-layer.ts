/** The data layer: GA4 `purchase`, as tag managers push it and as `gtag('event', 'purchase', …)` does. */
import { attempt } from '../attempt.js'
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'

type Fields = Record<string, unknown>

/** The latest order in the data layer; a later `ecommerce: null` or another event does not hide it. */
export function readDataLayer(): FoundOrder | undefined {
  return latest(readPurchase)
}

/** One entry of the data layer as an order, or undefined when it is none. */
export function readPurchase(entry: unknown): FoundOrder | undefined {
  const { event, ecommerce } = toFields(entry)
  return event === 'purchase' || event === settings.convertOn ? readEcommerce(ecommerce, entry) : undefined
}

/** A GA4 object with an order number or items; `entry` is the event it came with. */
export function readEcommerce(ecommerce: unknown, entry: unknown = { ecommerce }): FoundOrder | undefined {
  // What is left over travels under the page's own names, but for what is of the customer or of the tracker.
  const { transaction_id, value, coupon, items, user_data, user_properties, send_to, ...rest } = Object(ecommerce)
  if (transaction_id == null && !items) return undefined
  return {
    email: readEmail(entry),
    cart_data: { order_number: transaction_id, cart_value: value, promo: coupon, ...rest },
    cart_items: Array.isArray(items) ? items.map(readItem) : items,
  }
}

/** The e-mail of the event, else the one the page knows, whether or not there is an order. */
export function readEmail(entry?: unknown): unknown {
  return readUserData(entry) ?? latest(readUserData) ?? latest((each) => Object(toFields(each).user_properties).email)
}

/** Calls back for each entry of this event, there or to come. Whatever other scripts have put on `push` is kept. */
export function onEvent(name: string, callback: (entry: unknown) => void): void {
  const check = (entry: unknown) => attempt(() => toFields(entry).event === name && callback(entry))
  const layer = toLayer()
  const push = layer.push
  layer.push = function (...entries: unknown[]) {
    const length = push.apply(this, entries)
    entries.forEach(check)
    return length
  }
  for (const entry of [...layer]) check(entry)
}

/** A page may declare its data layer after this script has run: by then it must be the same one. */
function toLayer(): unknown[] {
  const globals = window as unknown as Record<string, unknown> // named by a setting
  globals[settings.dataLayer] ??= []
  const layer = globals[settings.dataLayer]
  return Array.isArray(layer) ? layer : [] // markup can put an element of any name there
}

function latest<T>(read: (entry: unknown) => T | undefined): T | undefined {
  for (const entry of [...toLayer()].reverse()) {
    const found = attempt(() => read(entry))
    if (found != null) return found
  }
  return undefined
}

/** An entry is an object, or the `arguments` of `gtag('event', name, …)` or `gtag('set', name, …)`. */
function toFields(entry: unknown): Fields {
  const { 0: command, 1: name, 2: value } = Object(entry)
  if (command === 'event') return { event: name, ecommerce: value }
  if (command === 'set') return { [name]: value }
  const fields = Object(entry)
  return { ...fields, ecommerce: fields.ecommerce ?? fields.eventModel }
}

function readUserData(entry: unknown): unknown {
  const { ecommerce, user_data: user = Object(ecommerce).user_data } = toFields(entry)
  const { email, email_address: address } = Object(user)
  return email ?? address
}

function readItem(item: unknown): Fields {
  const {
    item_id,
    id,
    item_name,
    quantity,
    item_category,
    item_category2,
    item_category3,
    item_category4,
    item_category5,
    ...rest
  } = Object(item)
  return {
    product_id: item_id ?? id,
    name: item_name,
    item_qty: quantity ?? 1,
    category: [item_category, item_category2, item_category3, item_category4, item_category5],
    ...rest,
  }
}
