/**
 * The entries of the data layer that may have an order or its customer. The page sends them, and the proxy chooses
 * (`src/normalise/choose/`).
 */
import { type Fields, isFields, toFields } from './fields.js'
import { type Facts, readFacts } from './filter.js'
import { type LayerWatch, type Message, readLayer } from './layer.js'
import { safely } from './safely.js'

/** Entries that an event carries, with the facts of all of them. */
export interface Entries {
  entries: Fields[]
  facts: Facts
}

/** The most entries that one event carries: the latest ones. Lists of products make room first. */
const MAX_SENT = 20

/** Lists the pushes of the page, oldest first. Each is read once; only `digitalData`, the first one, is filled in later. */
export const readMessages = (layer: LayerWatch): Message[] =>
  readLayer(layer).flatMap((pushed, index) => {
    const key: object = Object(pushed)
    const messages = (index > 0 && layer.read.get(key)) || (safely(() => [toMessage(pushed)]) ?? [])
    layer.read.set(key, messages)
    return messages
  })

function toMessage(pushed: unknown): Message {
  const fields = unwrap(pushed)
  const isOfUser = /user/.test(Object.keys(fields).join())
  return { pushed, fields, event: fields.event, facts: readFacts(fields), isOfUser }
}

/** Turns the `arguments` of `gtag()` into fields. Next.js pushes `arguments` of an object. */
function unwrap(pushed: unknown): Fields {
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
  const isOwn = ({ facts, isOfUser, event: name }: Message) =>
    facts.number ?? facts.hasAddress ?? (isOfUser || name === event)
  const all = messages.filter((message) => message.facts.hasItems ?? isOwn(message))
  const sent = (all.length > MAX_SENT ? all.filter(isOwn) : all).slice(-MAX_SENT)
  return { entries: sent.map(({ fields }) => fields), facts: Object.assign({}, ...sent.map(({ facts }) => facts)) }
}
