/**
 * Compares a shop's own book with the ledger: this is how a shop proves that nothing was lost.
 */
import { ProblemError } from './commands/print.js'
import { type Compared, compareSome, type End, type Finder, UNDELIVERED } from './compare-orders.js'
import type { Left } from './exports.js'
import { inGroups } from './in-groups.js'
import type { Book } from './read-csv.js'
import { type BookedOrder, type Columns, type Place, readOrders } from './read-orders.js'
import { toSafeText } from './safe-text.js'
import { toCount, toMoney, toNumber } from './words.js'

/** Orders that one SELECT looks for. */
const AT_ONCE = 256
/** Lines about orders below the sum, so that memory does not grow with the file. As JSON all of them are written. */
const MOST_LINES = 1_000

interface Options extends Columns {
  /** Whether order numbers are shown. */
  reveal?: true | undefined
  /** Whether lines are JSON. */
  json?: true | undefined
}

/** Counts of the book and the ledger, made while the lines are read. */
export interface Sum {
  /** All but those that are left out. */
  orders: number
  ends: Partial<Record<End, number>>
  left: Partial<Record<Left, number>>
  /** Orders whose totals were compared, those of them with another total, and what is missing in all, in cents. */
  compared: number
  different: number
  cents: number
  place?: Place
}

/**
 * @returns `lines`: the sum, and one for each order that is not delivered or has another total; as JSON the sum is the last. `sum`:
 * complete after the last line
 * @throws ProblemError in a sentence when the book cannot be read, or has no orders
 */
export function reconcile(queue: Finder, book: Book, options: Options) {
  const sum: Sum = { orders: 0, ends: {}, left: {}, compared: 0, different: 0, cents: 0 }
  return { lines: compareAll(queue, book, options, sum), sum }
}

async function* compareAll(queue: Finder, book: Book, options: Options, sum: Sum): AsyncGenerator<string> {
  const texts: string[] = []
  let more = 0
  const orders = withoutLeft(
    readOrders(book, options, (place) => Object.assign(sum, { place })),
    sum,
  )
  for await (const some of inGroups(orders, AT_ONCE)) {
    for (const compared of await compareSome(queue, some)) {
      add(sum, compared)
      if (compared.end === 'delivered' && !compared.difference) continue
      if (options.json) yield toJson(compared, options)
      else if (texts.length < MOST_LINES) texts.push(toLine(compared, options))
      else more += 1
    }
  }
  if (sum.orders === 0)
    throw new ProblemError([`${book.name} has no orders, which proves nothing.`, ...toLeft(sum)].join(' '))
  if (options.json) yield toJsonSum(sum)
  else yield* [...toSum(sum), ...texts, ...(more > 0 ? [`${toCount(more, 'more order')}: --json writes all.`] : [])]
}

/** Counts orders that were never paid or were cancelled, and leaves them out. */
async function* withoutLeft(orders: AsyncIterable<BookedOrder>, { left }: Sum) {
  for await (const order of orders) {
    if (order.left) left[order.left] = (left[order.left] ?? 0) + 1
    else yield order
  }
}

function add(sum: Sum, { end, difference }: Compared) {
  sum.orders += 1
  sum.ends[end] = (sum.ends[end] ?? 0) + 1
  if (difference === undefined) return
  sum.compared += 1
  sum.cents += difference
  if (difference !== 0) sum.different += 1
}

/* Words */

function toLine({ line, order, end, sentence, event }: Compared, { reveal }: Options): string {
  const which = reveal && order !== undefined ? ` (${toSafeText(order)})` : ''
  return `Line ${line}${which}: ${end}. ${sentence}${event === undefined ? '' : ` Event ${event}.`}`
}

function toJson({ line, order, end, sentence, event, difference }: Compared, { reveal }: Options): string {
  const apart = difference === 0 ? undefined : difference
  return JSON.stringify({ line, order: reveal && order, state: end, id: event, difference: apart, sentence })
}

function toJsonSum({ orders, ends, left, compared, different, cents }: Sum): string {
  const { delivered = 0 } = ends
  const counts = Object.fromEntries(UNDELIVERED.map((end) => [end, ends[end] ?? 0]))
  return JSON.stringify({
    orders,
    delivered,
    ...counts,
    left,
    percent: (100 * delivered) / orders,
    compared,
    different,
    cents,
  })
}

/** "99.4 %", never rounded up: 100 % are all. */
export const toShare = ({ orders, ends: { delivered = 0 } }: Sum) =>
  `${(Math.floor((1_000 * delivered) / orders) / 10).toFixed(1)} %`

/** The share, what is left out, what became of the others, and what the book does not have. */
function toSum(sum: Sum): string[] {
  const { orders, ends, place } = sum
  const has = (column: keyof Place) => (place?.[column] ?? -1) >= 0
  const hasState = has('state') || has('ended')
  const kind = hasState ? 'paid order' : 'order'
  const others = UNDELIVERED.flatMap((end) => (ends[end] ? [`${toNumber(ends[end])} ${end}`] : []))
  const lacks = [
    !has('email') && 'The file has no e-mail column, so orders are found by number alone.',
    !has('amount') && 'The file has no column of totals, so none is compared.',
    !hasState && 'The file has no column of states, so every order counts.',
  ].filter((each) => each !== false)
  return [
    `${toNumber(ends.delivered ?? 0)} of ${toCount(orders, kind)} (${toShare(sum)}) reached the API${toTotals(sum)}.`,
    ...toLeft(sum),
    ...(others.length > 0 ? [`The others: ${others.join(', ')}.`] : []),
    ...lacks,
  ]
}

function toTotals({ compared, different, cents, ends: { delivered = 0 } }: Sum): string {
  if (compared === 0) return ''
  if (different === 0)
    return compared >= delivered ? ', all totals equal' : `, ${toCount(compared, 'total')} compared, all equal`
  const inAll = cents < 0 ? `${toMoney(-cents)} more in all than the book says` : `${toMoney(cents)} missing in all`
  return `; ${toCount(different, 'order')} of another total, ${inAll}`
}

function toLeft({ left }: Sum): string[] {
  const counts = Object.entries(left).map(([why, count]) => `${toNumber(count)} ${why}`)
  return counts.length > 0 ? [`Left out: ${counts.join(', ')}.`] : []
}
