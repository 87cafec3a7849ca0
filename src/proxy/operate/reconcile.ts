/**
 * Compares a shop's own book with the ledger: this is how a shop proves that nothing was lost. On request it completes orders
 * that pages reported without an e-mail address.
 */
import type { QueueAdmin, Trace } from '../queue/index.js'
import { ProblemError } from './commands/print.js'
import { inGroups } from './in-groups.js'
import { type Book, type BookedOrder, type Columns, readOrders } from './read-orders.js'
import { toSafeText } from './safe-text.js'
import { NEVER_SEEN, OTHER_EMAIL, REASONS, toAnswer } from './sentences.js'
import { toCount, toNumber } from './words.js'

/** Looked for in one reading of the database. */
const AT_ONCE = 100

interface Options extends Columns {
  /** Whether order numbers are shown. */
  reveal?: true | undefined
  /** Whether lines are JSON. */
  json?: true | undefined
  /** Completes refused reports with the number and the e-mail address of the book. */
  complete?: true | undefined
}

/** `different`: how many have another value; `cents`: what is missing in all. */
type Sum = Record<'orders' | 'different' | 'cents', number>
type End =
  | 'delivered'
  | 'waiting'
  | 'refused'
  | 'completed'
  | 'incomplete'
  | 'another e-mail'
  | 'never seen'
  | 'no number'
/** Lines of the sum that are shown even if their count is 0. */
const ALWAYS: End[] = ['delivered', 'waiting', 'refused', 'never seen']

interface Compared extends BookedOrder {
  end: End
  sentence: string
  event?: string | undefined
  /** The number or id that the proxy knows it by. */
  known?: string | undefined
  /** What the API has got less (or, below 0, more) than the book says, in cents; 0 where nobody knows. */
  difference: number
}

type Finder = Pick<QueueAdmin, 'findOrders' | 'complete'>

/**
 * @param print takes lines: one for each order that is not delivered, or of another value, and the sum
 * @throws ProblemError in a sentence when the book cannot be read, or has no orders
 */
export async function reconcile(queue: Finder, book: Book, options: Options, print: (line: string) => void) {
  const ends: Record<End, number> = {
    ...{ delivered: 0, waiting: 0, refused: 0, completed: 0, incomplete: 0 },
    ...{ 'another e-mail': 0, 'never seen': 0, 'no number': 0 },
  }
  const sum: Sum = { orders: 0, different: 0, cents: 0 }
  for await (const some of inGroups(withoutRepeats(readOrders(book, options)), AT_ONCE)) {
    for (const found of await compareSome(queue, some)) {
      const compared = options.complete ? await complete(queue, found) : found
      const { end, difference } = compared
      ends[end] += 1
      sum.orders += 1
      sum.cents += difference
      if (difference !== 0) sum.different += 1
      if (end !== 'delivered' || difference !== 0) print(toLine(compared, options))
    }
  }
  const { orders, ...money } = sum
  if (orders === 0) throw new ProblemError(`${book.name} has no orders, which proves nothing.`)
  const percent = (100 * ends.delivered) / orders
  print(options.json ? JSON.stringify({ orders, ...ends, percent, ...money }) : toSum(book.name, ends, sum))
  return { orders, delivered: ends.delivered }
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

async function compareSome(queue: Finder, orders: BookedOrder[]): Promise<Compared[]> {
  const find = (wanted: BookedOrder[], toNumber: (each: BookedOrder) => string | undefined) =>
    queue.findOrders(wanted.map((each) => ({ order: toNumber(each) ?? '', ...(each.email && { email: each.email }) })))
  // An id is nobody else's; a number may be another customer's too.
  const traces = await find(orders, ({ id, order }) => id ?? order)
  const unknown = orders.filter(({ id }, index) => id !== undefined && traces[index]?.length === 0)
  const byNumber = await find(unknown, ({ order }) => order)
  return orders.map((order, index) => {
    const found = byNumber[unknown.indexOf(order)]
    return { ...compare(order, found ?? traces[index] ?? []), known: found ? order.order : (order.id ?? order.order) }
  })
}

/** What becomes of an order by the states of its events. The first state that one of them has counts. */
const ENDS = { delivered: 'delivered', waiting: 'waiting', dead: 'refused', refused: 'incomplete' } as const

function compare(order: BookedOrder, traces: Trace[]): Compared {
  const unknown = { ...order, difference: 0 }
  if (order.order === undefined) return { ...unknown, end: 'no number', sentence: 'The line has no order number.' }
  for (const [state, end] of Object.entries(ENDS)) {
    const trace = traces.find((each) => each.state === state && !each.isOfAnother)
    if (!trace) continue
    const event = trace.id
    const known = readValue(trace)
    const difference = order.cents === undefined || known === undefined ? 0 : order.cents - (known ?? 0)
    const apart = difference === 0 ? '' : ` ${toDifference(order.cents, known)}`
    return { ...order, end, event, difference, sentence: `${toAnswer(trace)}${apart}` }
  }
  if (traces.some(({ isOfAnother }) => isOfAnother)) return { ...unknown, end: 'another e-mail', sentence: OTHER_EMAIL }
  return { ...unknown, end: 'never seen', sentence: NEVER_SEEN }
}

/** The operator vouches for number and address, and the page's cart is sent with them. */
async function complete(queue: Finder, compared: Compared): Promise<Compared> {
  const { end, order, known, email, cents } = compared
  if (end !== 'incomplete' || known === undefined || email === undefined) return compared
  const completed = await queue.complete(known, email, { cents, name: known === order ? undefined : order })
  if (completed === 'sent') return { ...compared, end: 'completed', sentence: COMPLETED }
  if (completed === 'sent without cart') return { ...compared, end: 'completed', sentence: WITHOUT_CART }
  if (completed === 'overtaken') return { ...compared, end: 'refused', sentence: REASONS.overtaken }
  return { ...compared, sentence: `${compared.sentence} ${UNCLEAR}` }
}

const COMPLETED = 'The page’s cart is sent with the number and address of the book.'
const WITHOUT_CART =
  'The number and address of the book are sent without a cart, because the reports of this number differ or have another total.'
const UNCLEAR = 'An order of this number came under another address, so it is not completed.'

/** What the API gets or has got; null: no value; undefined: nobody knows. */
function readValue(trace: Trace): number | null | undefined {
  if (trace.state === 'delivered') return trace.cents
  const { body } = trace
  return body && (('cart_data' in body ? Object(body.cart_data).cart_value : undefined) ?? null)
}

const toMoney = (cents = 0) => (cents / 100).toFixed(2)
const toDifference = (booked: number | undefined, known: number | null | undefined) =>
  `The book says ${toMoney(booked)}, ${typeof known === 'number' ? `the page said ${toMoney(known)}` : 'and it went without a value'}.`

function toLine({ line, order, end, sentence, event, difference }: Compared, { json, reveal }: Options): string {
  const number = reveal ? order : undefined
  const apart = difference === 0 ? undefined : difference
  if (json) return JSON.stringify({ line, order: number, state: end, id: event, difference: apart, sentence })
  const which = number === undefined ? '' : ` (${toSafeText(number)})`
  return `Line ${line}${which}: ${end}. ${sentence}${event === undefined ? '' : ` Event ${event}.`}`
}

export const toShare = (count: number, total: number) => `${((100 * count) / total).toFixed(2)} %`

function toSum(name: string, ends: Record<End, number>, { orders, different, cents }: Sum) {
  const rows = Object.entries(ends)
    .filter(([end, count]) => count > 0 || ALWAYS.some((each) => each === end))
    .map(([end, count]) => `${end.padEnd(14)}${toNumber(count).padStart(9)}${toShare(count, orders).padStart(10)}`)
  const inAll = cents < 0 ? `${toMoney(-cents)} more in all than the book says` : `${toMoney(cents)} missing in all`
  const apart = different === 0 ? [] : [`${toCount(different, 'order')} of another value, ${inAll}`]
  return [`${toCount(orders, 'order')} in ${toSafeText(name)}:`, ...rows, ...apart].join('\n')
}
