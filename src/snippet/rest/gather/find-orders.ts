/** Finds the orders that the page has pushed. */
import { type Message, readFacts, readMessages } from '../../core/entries.js'
import type { Facts } from '../../core/filter.js'
import type { LayerWatch } from '../../core/layer.js'

/** One order that the page has pushed. */
export interface PageOrder extends Facts {
  /** The order's number, or its push if it has none. */
  key: unknown
  /** Entries up to the next order, oldest first. */
  messages: Message[]
}

/**
 * Finds the orders that were pushed with this event, oldest first, each number once. An order without a number does not count beside
 * one that has its number: it is a tag for ads, which repeats the order.
 */
export function findOrders(layer: LayerWatch, event: string | undefined): PageOrder[] {
  const messages = readMessages(layer)
  const orders = new Map<unknown, Facts & { end: number }>()
  for (const [index, message] of messages.entries()) {
    if (!isPurchase(message, event)) continue
    const facts = readWithEarlier(messages, index)
    const key = facts.number ?? message.pushed
    orders.set(key, { ...orders.get(key), ...facts, end: index + 1 })
  }
  const all = [...orders]
  const numbered = all.filter(([, { number }]) => number)
  const own = numbered.length > 0 ? numbered : all
  return own.map(([key, { end, ...facts }], index) => ({
    ...facts,
    key,
    messages: messages.slice(0, index < own.length - 1 ? end : undefined),
  }))
}

/** Names of orders that may have no event: of Universal Analytics, W3C and Adobe. */
const OLDER = /"(transactionI[dD]|purchaseID)":/

/** Recognises an entry that reports a purchase. */
function isPurchase({ fields }: Message, name: string | undefined): boolean {
  const { ecommerce } = fields
  const event = fields.event ?? Object(ecommerce).event
  if (event === name || name !== 'purchase') return event === name && name !== undefined
  if (Object(ecommerce).purchase) return event !== 'refund'
  return /^(undefined|trackTrans|place-order)$/.test(String(event)) && OLDER.test(toText(fields))
}

function toText(fields: object): string {
  try {
    return JSON.stringify(fields)
  } catch {
    return '' // a circle, or a getter that throws
  }
}

/** An event without an order has the latest earlier order that belongs to no event, as Tag Manager does. */
function readWithEarlier(messages: Message[], index: number): Facts {
  const isOrder = ({ number, hasItems }: Facts) => number ?? hasItems
  const own = readFacts(messages[index] as Message)
  if (isOrder(own)) return own
  const earlier = messages.slice(0, index).findLast((each) => isOrder(readFacts(each)))
  return earlier && earlier.fields.event === undefined ? readFacts(earlier) : own
}
