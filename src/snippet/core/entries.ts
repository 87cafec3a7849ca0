/**
 * The entries of the data layer that may have an order or its customer. The page sends them, and the proxy chooses
 * (`src/normalise/choose/`).
 */
import { type Fields, isFields, toFields } from './fields.js'
import { type Facts, type Filter, filter } from './filter.js'
import { type LayerWatch, readLayer } from './layer.js'
import { parseJson, safely } from './safely.js'

/** One push to the data layer, as an object. */
export interface Message {
  pushed: unknown
  fields: Fields
}

/** Copies that may leave the page, with the facts of all of them. */
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
  const fields = toFields(isFields(command) ? command : pushed)
  const ecommerce = parseJson(fields.ecommerce) // a text would pass the filter whole
  return ecommerce ? { ...fields, ecommerce } : fields
}

/** Lists all entries of the page that an event may carry. An odd value is a fact. */
export const readEntries = (layer: LayerWatch, onOdd?: Filter['onOdd']): Entries =>
  toEntries(readMessages(layer), onOdd)

/** Filters messages. Those without an order's number, items or an address are left out, except the last one. */
export function toEntries(messages: Message[], onOdd?: Filter['onOdd']): Entries {
  const all: Facts = {}
  const entries = messages.flatMap(({ fields }, index) => {
    const facts: Facts = {}
    const entry = filter(fields, { facts, isOfPage: true, onOdd })
    const isLogout = /user/.test(Object.keys(fields).join())
    const isSent = facts.number ?? facts.hasItems ?? facts.hasAddress ?? (isLogout || index === messages.length - 1)
    if (isSent) Object.assign(all, facts)
    return isSent ? [entry] : []
  })
  return { entries: entries.slice(-MAX_SENT), facts: all }
}

/** @returns the facts of one entry */
export function readFacts({ fields }: Message): Facts {
  const facts: Facts = {}
  filter(fields, { facts })
  return facts
}
