/**
 * Reads a shop's own book: a CSV file with a header row, an order number and mostly an e-mail, and a line for each order or for each
 * of its items.
 */

import { toEmail } from '../../contract/email.js'
import { toCents } from '../../normalise/cents.js'
import { toOrderNumber } from '../../normalise/order-number.js'
import { ProblemError } from './commands/print.js'
import { type ColumnNames, findExport, type Left } from './exports.js'
import { type Book, readCsv } from './read-csv.js'
import { type Times, toTimes } from './read-times.js'

export interface BookedOrder {
  /** Line of the file, from 1 on. */
  line: number
  /** Undefined: the line has none. */
  order?: string | undefined
  /** The platform's own id of the order, if it is not the number. */
  id?: string | undefined
  email?: string | undefined
  /** The order's total, in whole cents; undefined: the line has none that can be read. */
  cents?: number | undefined
  /** The currency of the total, such as EUR. */
  currency?: string | undefined
  /** When it was made, as exactly as the file says it; undefined: the line has no time that can be read. */
  times?: Times | undefined
  /** Why it is left out; false: its state says that it counts; undefined: the file does not say. */
  left?: Left | false | undefined
}

export interface Columns {
  /** Names of the columns, where they are not guessed. */
  order?: string | undefined
  email?: string | undefined
  amount?: string | undefined
}

/** Where each column is; -1: the file has none. */
export type Place = Record<keyof ColumnNames, number>

/**
 * @param onHeader is told what the file has, before the first order
 * @returns each order once, read as fast as they are taken
 * @throws ProblemError in a sentence that quotes nothing but the header
 */
export async function* readOrders(book: Book, columns: Columns = {}, onHeader = (_place: Place) => {}) {
  let last: BookedOrder | undefined
  const seen = new Set<string>()
  for await (const each of readLines(book, columns, onHeader)) {
    if (last && isSame(last, each)) {
      last = { ...each, ...dropUndefined(last) }
      continue
    }
    if (last && isNew(last, seen)) yield last
    last = each
  }
  if (last && isNew(last, seen)) yield last
}

/** The line is of an item of this order. */
function isSame({ order, email }: BookedOrder, next: BookedOrder): boolean {
  if (next.order === undefined) return next.email === undefined && next.cents === undefined
  return next.order === order && (next.email ?? email) === (email ?? next.email)
}

const dropUndefined = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row // only absent keys are absent

/** Exports keep the lines of one order together. A line that comes later again is recognised within so many orders. */
const MOST_SEEN = 100_000

function isNew({ order, email }: BookedOrder, seen: Set<string>): boolean {
  const key = `${order} ${email}`
  if (order !== undefined && seen.has(key)) return false
  seen.add(key)
  for (const oldest of seen) {
    if (seen.size <= MOST_SEEN) break
    seen.delete(oldest)
  }
  return true
}

async function* readLines(book: Book, columns: Columns, onHeader: (place: Place) => void) {
  let toOrder: ((cells: string[], line: number) => BookedOrder) | undefined
  for await (const { cells, line } of readCsv(book)) {
    if (toOrder) yield toOrder(cells, line)
    else toOrder = readHeader(book.name, cells, columns, onHeader)
  }
  if (!toOrder) throw new ProblemError(`${book.name} is empty: export the orders again.`)
}

const toName = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** @throws ProblemError that says what to write */
function readHeader(file: string, header: string[], asked: Columns, onHeader: (place: Place) => void) {
  if (header.some((cell) => toEmail(cell) !== undefined)) {
    throw new ProblemError(`${file} needs a header row that names its columns, such as order_number,email.`)
  }
  const names = header.map(toName)
  const { columns, toLeft } = findExport(names)
  const find = (wanted: string[], name?: string) =>
    (name === undefined ? wanted : [toName(name)]).map((each) => names.indexOf(each)).find((index) => index >= 0) ?? -1
  const place: Place = {
    order: find(columns.order, asked.order),
    id: asked.order === undefined ? find(columns.id) : -1,
    email: find(columns.email, asked.email),
    amount: find(columns.amount, asked.amount),
    currency: find(columns.currency),
    rate: asked.amount === undefined ? find(columns.rate) : -1,
    state: find(columns.state),
    ended: find(columns.ended),
    time: find(columns.time),
  }
  const isMissing = (option: keyof Columns) => asked[option] !== undefined && place[option] < 0
  if (place.order < 0 || isMissing('email') || isMissing('amount')) {
    const option = isMissing('amount') ? '--amount-column' : '--order-column and --email-column'
    throw new ProblemError(`${file} has the columns ${header.join(', ')}. Name the right ones with ${option}.`)
  }
  onHeader(place)
  const states = columns.state.map((name) => names.indexOf(name)).filter((index) => index >= 0)
  return (cells: string[], line: number): BookedOrder => {
    if (cells.slice(header.length).some((cell) => cell !== '')) {
      throw new ProblemError(
        `${file} has more cells in line ${line} than columns: one with a separator needs quotes. Export it again.`,
      )
    }
    const id = toOrderNumber(cells[place.id])
    return {
      ...{ line, order: toOrderNumber(cells[place.order]) ?? id, id, email: toEmail(cells[place.email]) },
      ...{ cents: toTotal(cells[place.amount], cells[place.rate]), currency: cells[place.currency] || undefined },
      times: toTimes(cells[place.time]),
      left: cells[place.ended]
        ? 'cancelled'
        : readStates(
            states.map((index) => toName(cells[index] ?? '')),
            toLeft,
          ),
    }
  }
}

function readStates(words: string[], toLeft: (word: string) => Left | undefined): BookedOrder['left'] {
  const said = words.filter((word) => word !== '')
  return said.length === 0 ? undefined : (said.map(toLeft).find((left) => left !== undefined) ?? false)
}

/** @param rate the order's currency for one unit of the one that the amount is in */
function toTotal(amount: string | undefined, rate: string | undefined): number | undefined {
  const [units, times] = [amount, rate].map((text) => /^\d+(?:[.,]\d+)?$/.exec(text ?? '')?.[0].split(/[.,]/))
  if (units && times) return multiply(units, times)
  // A comma before three digits groups, as in what shoppers see; a dot before three is a program's decimals.
  const cents = toCents(amount, { '.': 'decimal', ',': 'groups' })
  return typeof cents === 'number' && !rate ? cents : undefined
}

/** Multiplies two decimals to cents, half up: exactly, because binary numbers can miss half a cent. */
function multiply([units = '', parts = '']: string[], [times = '', fractions = '']: string[]): number {
  const scale = 10n ** BigInt(parts.length + fractions.length)
  return Number((BigInt(units + parts) * BigInt(times + fractions) * 200n + scale) / (2n * scale))
}
