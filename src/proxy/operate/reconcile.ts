/** Compares a shop's own book with what the proxy knows: this is how a shop proves that nothing was lost. */
import type { QueueAdmin, Trace } from '../queue/index.js'
import { ProblemError, toCount, toSafeJson, toTime } from './commands/print.js'
import { type Book, type BookedOrder, type Columns, readOrders } from './read-orders.js'
import { toSafeText } from './safe-text.js'
import { NEVER_SEEN, toAnswer } from './sentences.js'

/** Looked for in one reading of the database. */
const AT_ONCE = 100

interface Options extends Columns {
  /** With order numbers. */
  reveal?: true | undefined
  /** Lines are JSON. */
  json?: true | undefined
}

type End = 'delivered' | 'waiting' | 'refused' | 'never seen' | 'no number'

interface Compared extends BookedOrder {
  end: End
  sentence: string
  event?: string
  /** What the API has got less (or, below 0, more) than the book says, in cents. */
  difference?: number
}

type Finder = Pick<QueueAdmin, 'findOrders'>

/** What came out of it. */
export interface Outcome {
  orders: number
  delivered: number
}

/**
 * @returns lines: one for each order that is not delivered, or of another value, and the sum; at the end what came out of it
 * @throws ProblemError in a sentence when the book cannot be read, or has no orders
 */
export async function* reconcile(queue: Finder, book: Book, options: Options): AsyncGenerator<string, Outcome> {
  const differences: number[] = []
  const sum: Record<End, number> = { delivered: 0, waiting: 0, refused: 0, 'never seen': 0, 'no number': 0 }
  for await (const compared of compareAll(queue, withoutRepeats(readOrders(book, options)))) {
    sum[compared.end] += 1
    if (compared.difference !== undefined) differences.push(compared.difference)
    if (compared.end !== 'delivered' || compared.difference !== undefined) yield toLine(compared, options)
  }
  const total = Object.values(sum).reduce((a, b) => a + b)
  if (total === 0) throw new ProblemError(`${book.name} has no orders, which proves nothing.`)
  const percent = (100 * sum.delivered) / total
  const money = { different: differences.length, cents: differences.reduce((all, each) => all + each, 0) }
  yield options.json ? toSafeJson({ orders: total, ...sum, percent, ...money }) : toSum(book.name, sum, total, money)
  return { orders: total, delivered: sum.delivered }
}

/** Some exports have a line for each item. */
async function* withoutRepeats(orders: AsyncIterable<BookedOrder>): AsyncGenerator<BookedOrder> {
  const seen = new Set<string>()
  for await (const each of orders) {
    const key = JSON.stringify([each.order, each.email])
    if (each.order !== undefined && seen.has(key)) continue
    seen.add(key)
    yield each
  }
}

async function* compareAll(queue: Finder, orders: AsyncIterable<BookedOrder>): AsyncGenerator<Compared> {
  let some: BookedOrder[] = []
  for await (const order of orders) {
    if (some.push(order) < AT_ONCE) continue
    yield* await compareSome(queue, some)
    some = []
  }
  if (some.length > 0) yield* await compareSome(queue, some)
}

async function compareSome(queue: Finder, orders: BookedOrder[]): Promise<Compared[]> {
  const find = (wanted: (BookedOrder & { number: string | undefined })[]) =>
    queue.findOrders(wanted.map(({ number = '', email }) => ({ order: number, ...(email && { email }) })))
  // An id is nobody else's; a number may be another customer's too.
  const traces = await find(orders.map((order) => ({ ...order, number: order.id ?? order.order })))
  const unknown = orders.filter(({ id }, index) => id !== undefined && traces[index]?.length === 0)
  const byNumber = await find(unknown.map((order) => ({ ...order, number: order.order })))
  return orders.map((order, index) => compare(order, byNumber[unknown.indexOf(order)] ?? traces[index] ?? []))
}

/** Of several events of one order the one that came furthest. */
const ENDS: [Trace['state'], End][] = [
  ['delivered', 'delivered'],
  ['waiting', 'waiting'],
  ['dead', 'refused'],
]

function compare(order: BookedOrder, traces: Trace[]): Compared {
  if (order.order === undefined) return { ...order, end: 'no number', sentence: 'The line has no order number.' }
  for (const [state, end] of ENDS) {
    const trace = traces.find((each) => each.state === state)
    if (!trace) continue
    const id = 'event' in trace ? trace.event.id : trace.id
    const known = toCents(trace)
    const difference = order.cents === undefined || known === undefined ? 0 : order.cents - (known ?? 0)
    const sentence = `${toAnswer(trace, Date.now(), toTime)}${difference === 0 ? '' : ` ${toDifference(order.cents, known)}`}`
    return { ...order, end, sentence, ...(id !== undefined && { event: id }), ...(difference !== 0 && { difference }) }
  }
  return { ...order, end: 'never seen', sentence: NEVER_SEEN }
}

/** What the API gets or has got; null: no value; undefined: nobody knows. */
function toCents(trace: Trace): number | null | undefined {
  if (trace.state === 'delivered') return trace.cents
  const body = 'event' in trace ? trace.event.body : undefined
  return body && (('cart_data' in body ? Object(body.cart_data).cart_value : undefined) ?? null)
}

const toMoney = (cents = 0) => (cents / 100).toFixed(2)
const toDifference = (booked: number | undefined, known: number | null | undefined) =>
  `The book says ${toMoney(booked)}, ${typeof known === 'number' ? `the page said ${toMoney(known)}` : 'and it went without a value'}.`

function toLine({ line, order, end, sentence, event, difference }: Compared, { json, reveal }: Options): string {
  const number = reveal && order !== undefined ? { order } : {}
  const money = difference === undefined ? {} : { difference }
  if (json) return toSafeJson({ line, ...number, state: end, ...(event && { id: event }), ...money, sentence })
  const which = number.order === undefined ? '' : ` (${toSafeText(number.order)})`
  return `Line ${line}${which}: ${end}. ${sentence}${event === undefined ? '' : ` Event ${event}.`}`
}

interface Money {
  /** Orders whose value is not the book's. */
  different: number
  /** What the API has got less than the book says. */
  cents: number
}

export const toShare = (count: number, total: number) => `${((100 * count) / total).toFixed(2)} %`

function toSum(file: string, sum: Record<End, number>, total: number, { different, cents }: Money): string {
  const rows = (Object.entries(sum) as [End, number][]) // its keys are an End each
    .filter(([end, count]) => count > 0 || end !== 'no number')
    .map(
      ([end, count]) =>
        `${end.padEnd(11)}${count.toLocaleString('en').padStart(9)}${toShare(count, total).padStart(10)}`,
    )
  const apart =
    different === 0 ? [] : [`${toCount(different, 'order')} of another value, ${toMoney(cents)} missing in all`]
  return [`${toCount(total, 'order')} in ${toSafeText(file)}:`, ...rows, ...apart].join('\n')
}
