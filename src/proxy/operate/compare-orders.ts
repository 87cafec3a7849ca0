/** Says of an order of the shop's book what became of it by the ledger, and whether the totals are equal. */
import type { QueueAdmin, Trace } from '../queue/index.js'
import type { BookedOrder } from './read-orders.js'
import { NEVER_SEEN, OTHER_EMAIL, toAnswer } from './sentences.js'
import { toMoney } from './words.js'

/** The ends of orders that are not delivered. */
export const UNDELIVERED = [
  ...(['waiting', 'refused', 'incomplete', 'under another e-mail', 'never seen', 'without a number'] as const),
]
export type End = 'delivered' | (typeof UNDELIVERED)[number]

export interface Compared extends BookedOrder {
  end: End
  sentence: string
  event?: string | undefined
  /** The number or id that the proxy knows it by. */
  known?: string | undefined
  /** The book's total less the API's, in cents. Undefined if the totals cannot be compared. */
  difference?: number | undefined
}

export type Finder = Pick<QueueAdmin, 'findOrders'>

/** Asks for all of them at once. */
export async function compareSome(queue: Finder, orders: BookedOrder[]): Promise<Compared[]> {
  const find = (wanted: BookedOrder[], toNumber: (each: BookedOrder) => string | undefined) =>
    queue.findOrders(wanted.map((each) => ({ order: toNumber(each) ?? '', ...(each.email && { email: each.email }) })))
  // An id belongs to one order. A number may belong to another customer too.
  const traces = await find(orders, ({ id, order }) => id ?? order)
  const unknown = orders.filter(({ id }, index) => id !== undefined && traces[index]?.length === 0)
  const byNumber = new Map((await find(unknown, ({ order }) => order)).map((found, index) => [unknown[index], found]))
  return orders.map((order, index) => {
    const found = byNumber.get(order)
    return { ...compare(order, found ?? traces[index] ?? []), known: found ? order.order : (order.id ?? order.order) }
  })
}

/** The end of an order by the state of its events. Of several, the first state in this table counts. */
const ENDS = { delivered: 'delivered', waiting: 'waiting', dead: 'refused', refused: 'incomplete' } as const

function compare(order: BookedOrder, traces: Trace[]): Compared {
  if (order.order === undefined) return { ...order, end: 'without a number', sentence: 'The line has no order number.' }
  for (const [state, end] of Object.entries(ENDS)) {
    const trace = traces.find((each) => each.state === state && !each.isOfAnother)
    if (!trace) continue
    const { difference, about } = compareTotals(order, trace)
    return { ...order, end, event: trace.id, difference, sentence: [toAnswer(trace), ...about].join(' ') }
  }
  const isOfAnother = traces.some((trace) => trace.isOfAnother)
  if (isOfAnother) return { ...order, end: 'under another e-mail', sentence: OTHER_EMAIL }
  return { ...order, end: 'never seen', sentence: NEVER_SEEN }
}

/**
 * Of a delivered order the ledger keeps the total alone, so its currency is not known. Anyone can send a report, so its total is not
 * compared.
 */
function compareTotals({ cents, currency = '' }: BookedOrder, trace: Trace): { difference?: number; about: string[] } {
  if (trace.state === 'refused') return { about: [] }
  const { cart_data } = Object(trace.body)
  const known: number | null | undefined =
    trace.state === 'delivered' ? trace.cents : trace.body && (cart_data?.cart_value ?? null)
  if (cents === undefined || known === undefined) return { about: [] }
  const said = cart_data?.currency
  if (isOtherCurrency(currency, said)) {
    return { about: [`The totals are not compared: the book has ${currency}, the page ${said}.`] }
  }
  const difference = cents - (known ?? 0)
  if (difference === 0) return { difference, about: [] }
  const page = known === null ? 'and it went without a value' : `the page said ${toMoney(known)}`
  return { difference, about: [`The book says ${`${toMoney(cents)} ${currency}`.trim()}, ${page}.`] }
}

/** Both currencies are known, and they differ. */
const isOtherCurrency = (one: unknown, other: unknown) =>
  [one, other].every((word) => typeof word === 'string' && word !== '') &&
  String(one).toUpperCase() !== String(other).toUpperCase()
