/**
 * The entries of the data layer that may have an order or its customer. The page sends them, and the proxy chooses
 * (`src/normalise/choose/`).
 */
import { type Fields, isFields, toFields } from './fields.js'
import { type Facts, readFacts } from './filter.js'
import { type LayerWatch, readLayer } from './layer.js'
import { safely } from './safely.js'

/** One push to the data layer, as an object. */
export interface Message {
  pushed: unknown
  fields: Fields
}

/** Entries that an event may carry, with the facts of all of them. */
export interface Entries {
  entries: Fields[]
  facts: Facts
}

/** The most entries that one event carries: the latest ones. */
const MAX_SENT = 20

/** Lists the pushes of the page, oldest first. */
export const readMessages = (layer: LayerWatch): Message[] =>
  readLayer(layer).flatMap((pushed) => safely(() => [{ pushed, fields: toMessage(pushed) }]) ?? [])

/** Turns the `arguments` of `gtag()` into fields. Next.js pushes `arguments` of an object. */
function toMessage(pushed: unknown): Fields {
  const { 0: command, 1: name, 2: value }: { [index: number]: unknown } = Object(pushed)
  if (command === 'event') return { event: name, ecommerce: value }
  if (command === 'set') return isFields(name) ? name : { [String(name)]: value }
  // These are one tag's defaults, so a customer that the page has set counts first.
  if (command === 'config') return { user_properties: toFields(value).user_data }
  return toFields(isFields(command) ? command : pushed)
}

/**
 * Selects the messages that have an order's number, items or an address, and those of the event. Those of a user count too, because the
 * customer may have logged out.
 */
export function toEntries(messages: Message[], event = 'purchase'): Entries {
  const all: Facts = {}
  const entries = messages.flatMap(({ fields }) => {
    const facts = readFacts(fields)
    const isLogout = /user/.test(Object.keys(fields).join())
    const isSent = facts.number ?? facts.hasItems ?? facts.hasAddress ?? (isLogout || fields.event === event)
    if (isSent) Object.assign(all, facts)
    return isSent ? [fields] : []
  })
  return { entries: entries.slice(-MAX_SENT), facts: all }
}
