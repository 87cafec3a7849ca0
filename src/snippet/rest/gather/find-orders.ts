/** The orders that the page has pushed with the event that converts. */
import { toFields } from '../../core/fields.js'
import type { Facts } from '../../core/filter.js'
import type { Message } from '../../core/layer.js'
import { safely } from '../../core/safely.js'

/** One order that the page has pushed. */
export interface PageOrder {
  facts: Facts
  /** The order's number, or its push if it has none. */
  key: unknown
  /** Messages up to the next order, oldest first, because a later order has another customer. */
  messages: Message[]
}

/**
 * Finds the orders, oldest first, each number once. An order without a number does not count next to one that has its number: it is a tag
 * for ads, which repeats the order.
 */
export function findOrders(messages: Message[], event: string | undefined): PageOrder[] {
  const orders = new Map<unknown, { facts: Facts; end: number }>()
  for (const [index, message] of messages.entries()) {
    if (!isPurchase(message, event)) continue
    const facts = readWithEarlier(message, messages.slice(0, index))
    const key = facts.number ?? message.pushed
    orders.set(key, { facts: { ...orders.get(key)?.facts, ...facts }, end: index + 1 })
  }
  const all = [...orders]
  const numbered = all.filter(([, { facts }]) => facts.number)
  const own = numbered.length > 0 ? numbered : all
  return own.map(([key, { facts, end }], index) => ({
    key,
    facts,
    messages: messages.slice(0, index < own.length - 1 ? end : undefined),
  }))
}

/** Recognises an entry that reports a purchase. Orders of Universal Analytics, W3C and Adobe have no event, or one of their own. */
function isPurchase(message: Message, name: string | undefined): boolean {
  const { event: inner, purchase } = toFields(safely(() => toFields(message.fields.ecommerce)))
  const event = message.event ?? inner
  if (event === name || name !== 'purchase') return event === name && name !== undefined
  if (purchase) return event !== 'refund'
  return /^(undefined|trackTrans|place-order)$/.test(String(event)) && Boolean(message.facts.isOlder)
}

const isOrder = ({ number, hasItems }: Facts): unknown => number ?? hasItems

/**
 * Gives an event without an order the latest earlier order that belongs to no event, as Tag Manager does. An order of
 * another such event ends the search.
 */
function readWithEarlier({ facts, event }: Message, before: Message[]): Facts {
  if (isOrder(facts)) return facts
  const isOpen = (each: Message) => each.event === undefined || each.event === event
  const earlier = [...before].reverse().find((each) => isOpen(each) && isOrder(each.facts))
  return earlier && earlier.event === undefined ? earlier.facts : facts
}
