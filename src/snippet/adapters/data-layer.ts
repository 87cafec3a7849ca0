/** The data layer: GA4 and Universal Analytics, as tag managers push it and as `gtag()` does. */
import { attempt } from '../attempt.js'
import type { FoundOrder } from '../order.js'
import { settings } from '../settings.js'
import { readPath } from './read-path.js'

type Entry = Record<string, unknown>

/** The latest order in the data layer; a later `ecommerce: null` or another event does not hide it. */
export function readDataLayer(): FoundOrder | undefined {
  return latest(readPurchase)
}

/** An entry as an order, or undefined when it is none. */
function readPurchase(entry: Entry): FoundOrder | undefined {
  const { event, ecommerce } = entry
  const { purchase, transaction_id, items } = Object(ecommerce)
  return purchase || ((event === 'purchase' || event === settings.convertOn) && (transaction_id ?? items))
    ? toOrder(entry)
    : undefined
}

/** A GA4 object, or one of Universal Analytics. */
export function readEcommerce(ecommerce: unknown): FoundOrder {
  return toOrder(toEntry({ ecommerce }))
}

function toOrder({ ecommerce, user_data }: Entry): FoundOrder {
  const { purchase, items } = Object(ecommerce)
  const { actionField, products } = Object(purchase)
  return {
    email: readUser(user_data),
    cart_data: { ...Object(ecommerce), ...actionField },
    cart_items: items ?? products,
  }
}

/** The e-mail the page knows, whether or not there is an order. */
export function readLayerEmail(): unknown {
  return latest(({ user_data }) => readUser(user_data)) ?? readLayerPath('user_properties.email')
}

/** Looked up from the end. */
export function readLayerPath(path: string): unknown {
  return latest((entry) => readPath(entry, path))
}

/** Calls back for each entry of this event, there or to come. Whatever other scripts have put on `push` is kept. */
export function onPurchase(name: string, callback: (found: FoundOrder | undefined) => void): void {
  const check = (each: unknown) =>
    attempt(() => {
      const entry = toEntry(each)
      if (entry.event === name) callback(readPurchase(entry))
    })
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
  const globals = window as unknown as Entry // named by a setting
  globals[settings.dataLayer] ??= []
  const layer = globals[settings.dataLayer]
  return Array.isArray(layer) ? layer : [] // markup can put an element of any name there
}

function latest<T>(read: (entry: Entry) => T | undefined): T | undefined {
  for (const entry of [...toLayer()].reverse()) {
    const found = attempt(() => read(toEntry(entry)))
    if (found != null) return found
  }
  return undefined
}

/** An entry is an object, or the `arguments` of `gtag('event', name, …)` or `gtag('set', name, …)`. */
function toEntry(entry: unknown): Entry {
  const { 0: command, 1: name, 2: value } = Object(entry)
  const fields = command === 'event' ? { event: name, ecommerce: value } : command ? { [name]: value } : Object(entry)
  const ecommerce = fields.ecommerce ?? fields.eventModel
  const { event, user_data } = Object(ecommerce)
  return { event, user_data, ...fields, ecommerce }
}

function readUser(user: unknown): unknown {
  return readPath(user, 'email') ?? readPath(user, 'email_address')
}
