/** Compares the shop's own order export with the ledger, order by order. So a shop can prove that nothing was lost. */
import { randomUUID } from 'node:crypto'
import type { Conversion } from '../../contract/conversion.js'
import { MAX_AGE_MS } from '../../contract/limits.js'
import { toSafeText } from '../../contract/safe-text.js'
import type { QueueAdmin, Trace } from '../queue/index.js'
import { inGroups } from './in-groups.js'
import { ProblemError } from './problem-error.js'
import type { OrderExport } from './read-csv.js'
import { type ColumnNames, type Columns, type ExportedOrder, type Left, readOrders } from './read-orders.js'
import { NEVER_SEEN, OTHER_EMAIL, toAnswer } from './sentences.js'
import { toCount, toMoney, toNumber } from './words.js'

/** Orders that one SELECT looks for. */
const AT_ONCE = 256
/** Lines about orders after the sum, so that memory does not grow with the file. JSON has all of them. */
const MOST_LINES = 1_000

/** The ends of an order, as the sum lists them. */
const ENDS = [
  'delivered',
  'sent',
  'waiting',
  'dead',
  'refused report',
  'under another e-mail',
  'never seen',
  'without a number',
] as const
type End = (typeof ENDS)[number]
/** These orders reach the API, or have reached it. */
const FINE: readonly End[] = ['delivered', 'sent', 'waiting']

export interface Options extends ColumnNames {
  /** Order numbers are shown. */
  reveal?: true | undefined
  json?: true | undefined
  /** The paid orders that the ledger lacks are added to it. */
  send?: true | undefined
}

export type Finder = Pick<QueueAdmin, 'findOrders'> & Partial<Pick<QueueAdmin, 'add'>>

/** Counts, made while the lines are read. */
export interface Sum {
  /** All orders except those that are left out. */
  orders: number
  ends: Record<End, number>
  left: Partial<Record<Left, number>>
  /** Orders with compared totals, those of them with another total, and the difference in cents. */
  compared: number
  different: number
  cents: number
  columns?: Columns
}

interface Compared extends ExportedOrder {
  end: End
  sentence: string
  event?: string | undefined
  /** The export's total less the API's, in cents. Undefined if the totals are not compared. */
  difference?: number | undefined
}

/**
 * @returns `lines`: the sum, and a line for each order that is not delivered or has another total; in JSON the sum is last. `sum` is
 *   complete after the last line
 * @throws ProblemError in a sentence, if the file cannot be read or has no orders
 */
export function reconcile(queue: Finder, file: OrderExport, options: Options) {
  const ends = Object.fromEntries(ENDS.map((end) => [end, 0])) as Sum['ends'] // it has the keys of the list
  const sum: Sum = { orders: 0, ends, left: {}, compared: 0, different: 0, cents: 0 }
  return { lines: compareAll(queue, file, options, sum), sum }
}

/** Returns true if no order is lost and no total is wrong. */
export const isFine = ({ ends, different }: Sum): boolean =>
  different === 0 && ENDS.every((end) => FINE.includes(end) || ends[end] === 0)

async function* compareAll(queue: Finder, file: OrderExport, options: Options, sum: Sum): AsyncGenerator<string> {
  const texts: string[] = []
  let more = 0
  const onHeader = (columns: Columns) => {
    sum.columns = columns
    if (options.send && !hasState(columns))
      throw new ProblemError(
        `${file.name} has no column of states, so paid orders are not known. Name it with --state.`,
      )
  }
  for await (const some of inGroups(withoutLeft(readOrders(file, options, onHeader), sum), AT_ONCE)) {
    for (const order of await compareSome(queue, some)) {
      const compared = options.send ? await send(queue, order) : order
      add(sum, compared)
      if (compared.end === 'delivered' && !compared.difference) continue
      if (options.json) yield toJson(compared, options)
      else if (texts.length < MOST_LINES) texts.push(toLine(compared, options))
      else more += 1
    }
  }
  if (sum.orders === 0)
    throw new ProblemError([`${file.name} has no orders, which proves nothing.`, ...toLeft(sum)].join(' '))
  if (options.json) yield toJsonSum(sum)
  else yield* [...toSum(sum), ...texts, ...(more > 0 ? [`${toCount(more, 'more order')}: --json writes all.`] : [])]
}

/** Counts orders that were never paid, were cancelled, or came without a visit, and leaves them out. */
async function* withoutLeft(orders: AsyncIterable<ExportedOrder>, { left }: Sum) {
  for await (const order of orders) {
    if (order.left) left[order.left] = (left[order.left] ?? 0) + 1
    else yield order
  }
}

function add(sum: Sum, { end, difference }: Compared) {
  sum.orders += 1
  sum.ends[end] += 1
  if (difference === undefined) return
  sum.compared += 1
  sum.cents += difference
  if (difference !== 0) sum.different += 1
}

/* Comparing */

async function compareSome(queue: Finder, orders: ExportedOrder[]): Promise<Compared[]> {
  const find = (some: ExportedOrder[], toKey: (order: ExportedOrder) => string | undefined) =>
    queue.findOrders(some.map((order) => ({ order: toKey(order) ?? '', ...(order.email && { email: order.email }) })))
  // An id belongs to one order. A number may belong to another customer too.
  const traces = await find(orders, ({ id, number }) => id ?? number)
  const unknown = orders.filter(({ id }, index) => id !== undefined && !traces[index]?.some(isOwn))
  const byNumber = new Map((await find(unknown, ({ number }) => number)).map((some, index) => [unknown[index], some]))
  return orders.map((order, index) => compare(order, [...(traces[index] ?? []), ...(byNumber.get(order) ?? [])]))
}

const isOwn = ({ isOfAnother }: Trace) => !isOfAnother

/** The end of an order by the states of its events. The first state in this table counts. */
const END_OF_STATE = { delivered: 'delivered', waiting: 'waiting', dead: 'dead', refused: 'refused report' } as const

function compare(order: ExportedOrder, traces: Trace[]): Compared {
  if (order.number === undefined)
    return { ...order, end: 'without a number', sentence: 'The line has no order number.' }
  for (const [state, end] of Object.entries(END_OF_STATE)) {
    const trace = traces.find((each) => each.state === state && isOwn(each))
    if (!trace) continue
    const { difference, about } = compareTotals(order, trace)
    return { ...order, end, event: trace.id, difference, sentence: [toAnswer(trace), ...about].join(' ') }
  }
  const isOther = traces.some(({ isOfAnother }) => isOfAnother)
  return isOther
    ? { ...order, end: 'under another e-mail', sentence: OTHER_EMAIL }
    : { ...order, end: 'never seen', sentence: NEVER_SEEN }
}

/** The ledger has only the total of a delivered order, not its currency. Anyone can send a refused report, so it is not compared. */
function compareTotals(
  { total, currency = '' }: ExportedOrder,
  trace: Trace,
): { difference?: number; about: string[] } {
  if (trace.state === 'refused') return { about: [] }
  const { cart_data } = Object(trace.body)
  const sent: number | null | undefined =
    trace.state === 'delivered' ? trace.cents : trace.body && (cart_data?.cart_value ?? null)
  if (total === undefined || sent === undefined) return { about: [] }
  if (isOtherCurrency(currency, cart_data?.currency)) {
    return { about: [`The totals are not compared: the export has ${currency}, the page ${cart_data?.currency}.`] }
  }
  const difference = total - (sent ?? 0)
  if (difference === 0) return { difference, about: [] }
  const page = sent === null ? 'and it went without a value' : `the page ${toMoney(sent)}`
  return { difference, about: [`The export has ${`${toMoney(total)} ${currency}`.trim()}, ${page}.`] }
}

/** Both currencies are codes, and they differ. A page prints a sign, such as “$”, for many currencies. */
const isOtherCurrency = (one: unknown, other: unknown) =>
  [one, other].every((word) => /^[a-z]{3}$/i.test(String(word))) &&
  String(one).toUpperCase() !== String(other).toUpperCase()

/** Adds a paid order that the ledger lacks: its number, e-mail, total and time. The API converts only recent sessions. */
async function send(queue: Finder, order: Compared): Promise<Compared> {
  const { number, id: name, email, total, atMs, left, end } = order
  if (left !== false || number === undefined || (end !== 'never seen' && end !== 'refused report')) return order
  const ageMs = atMs === undefined ? Number.NaN : Math.max(0, Date.now() - atMs)
  if (email === undefined)
    return { ...order, sentence: `${order.sentence} It is not sent: the line has no e-mail address.` }
  if (!(ageMs <= MAX_AGE_MS))
    return {
      ...order,
      sentence: `${order.sentence} It is not sent: it is older than 72 hours, or the line has no time.`,
    }
  const cart_data: Conversion['cart_data'] = { order_number: number }
  if (total !== undefined) cart_data.cart_value = total
  const id = randomUUID()
  const event = { id, kind: 'convert', signed: true, from: 'server', ageMs, body: { email, cart_data } } as const
  await queue.add?.(name === undefined ? event : { ...event, name })
  return { ...order, end: 'sent', event: id, sentence: 'The proxy sends it now.' }
}

/* Words */

function toLine({ line, number, end, sentence, event }: Compared, { reveal }: Options): string {
  const which = reveal && number !== undefined ? ` (${toSafeText(number)})` : ''
  return `Line ${line}${which}: ${end}. ${sentence}${event === undefined ? '' : ` Event ${event}.`}`
}

function toJson({ line, number, end, sentence, event, difference }: Compared, { reveal }: Options): string {
  const apart = difference === 0 ? undefined : difference
  return JSON.stringify({ line, order: reveal && number, state: end, id: event, difference: apart, sentence })
}

const toJsonSum = ({ orders, ends, left, compared, different, cents }: Sum): string =>
  JSON.stringify({ orders, ...ends, left, percent: (100 * ends.delivered) / orders, compared, different, cents })

/** "99.4 %", never rounded up: 100 % are all. */
const toShare = ({ orders, ends: { delivered } }: Sum) =>
  `${(Math.floor((1_000 * delivered) / orders) / 10).toFixed(1)} %`

const hasState = ({ state, ended }: Columns) => state >= 0 || ended >= 0

/** The share, what is left out, what became of the others, and what the export does not have. */
function toSum(sum: Sum): string[] {
  const { orders, ends, columns } = sum
  const isKnown = columns !== undefined && hasState(columns)
  const others = ENDS.flatMap((end) => (end !== 'delivered' && ends[end] > 0 ? [`${toNumber(ends[end])} ${end}`] : []))
  const lacks = [
    (columns?.email ?? -1) < 0 && 'The file has no e-mail column, so orders are found by number alone.',
    (columns?.total ?? -1) < 0 && 'The file has no column of totals, so none is compared.',
    !isKnown && 'The file has no column of states, so every order counts.',
  ].filter((each) => each !== false)
  return [
    `${toNumber(ends.delivered)} of ${toCount(orders, isKnown ? 'paid order' : 'order')} (${toShare(sum)}) reached the API${toTotals(sum)}.`,
    ...toLeft(sum),
    ...(others.length > 0 ? [`The others: ${others.join(', ')}.`] : []),
    ...lacks,
  ]
}

function toTotals({ compared, different, cents, ends: { delivered } }: Sum): string {
  if (compared === 0) return ''
  const equal = compared >= delivered ? ', all totals equal' : `, ${toCount(compared, 'total')} compared, all equal`
  if (different === 0) return equal
  const inAll = cents < 0 ? `${toMoney(-cents)} more in all than in the export` : `${toMoney(cents)} missing in all`
  return `; ${toCount(different, 'order')} of another total, ${inAll}`
}

function toLeft({ left }: Sum): string[] {
  const counts = Object.entries(left).map(([why, count]) => `${toNumber(count)} ${why}`)
  return counts.length > 0 ? [`Left out: ${counts.join(', ')}.`] : []
}
