/**
 * Reads the shop's own order export: a CSV file with a header row, and a line for each order or for each of its items.
 *
 * order-columns.json has the names of columns and the words of states, in small letters without spaces and signs. "pending &
 * paymentstatus" counts only in a file that has this column too.
 */
import type { Cents } from '../../contract/conversion.js'
import { toEmail } from '../../contract/email.js'
import { toCents } from '../../normalise/cents.js'
import { toOrderNumber } from '../../normalise/order-number.js'
import TABLE from './order-columns.json' with { type: 'json' }
import { ProblemError } from './problem-error.js'
import { type OrderExport, readCsv } from './read-csv.js'

/** Why an order is left out: it was never paid, it was cancelled, or no visit led to it (webhooks have the same origins). */
export type Left = keyof typeof TABLE.states

export interface ExportedOrder {
  /** Line of the file, from 1 on. */
  line: number
  /** Undefined: the line has none. */
  number?: string | undefined
  /** The platform's own id of the order, if it is not the number. */
  id?: string | undefined
  email?: string | undefined
  /** In whole cents. Undefined if the line has no total that can be read. */
  total?: Cents | undefined
  /** The currency of the total, such as EUR. */
  currency?: string | undefined
  /** When it was made. Undefined if the line has no time that can be read. */
  atMs?: number | undefined
  /** Why it is left out. False: its state says that it counts. Undefined: the file does not say. */
  left?: Left | false | undefined
}

/** Names of columns that the table does not have. */
export interface ColumnNames {
  number?: string | undefined
  email?: string | undefined
  total?: string | undefined
  state?: string | undefined
}

/** Where each column is; -1: the file has none. */
export type Columns = Record<keyof typeof TABLE.columns, number>

/**
 * Yields each order once, as fast as the caller takes them.
 *
 * @param onHeader gets the columns of the file, before the first order
 * @throws ProblemError in a sentence that quotes nothing but the header
 */
export async function* readOrders(file: OrderExport, names: ColumnNames = {}, onHeader = (_columns: Columns) => {}) {
  let last: ExportedOrder | undefined
  const seen = new Set<string>()
  for await (const each of readLines(file, names, onHeader)) {
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
function isSame({ number, email }: ExportedOrder, next: ExportedOrder): boolean {
  if (next.number === undefined) return next.email === undefined && next.total === undefined
  return next.number === number && (next.email ?? email) === (email ?? next.email)
}

const dropUndefined = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row // only absent keys are absent

/** Exports have the lines of one order together. A line that comes later again is recognised within so many orders. */
const MOST_SEEN = 100_000

function isNew({ number, email }: ExportedOrder, seen: Set<string>): boolean {
  const key = `${number} ${email}`
  if (number !== undefined && seen.has(key)) return false
  seen.add(key)
  for (const oldest of seen) {
    if (seen.size <= MOST_SEEN) break
    seen.delete(oldest)
  }
  return true
}

async function* readLines(file: OrderExport, names: ColumnNames, onHeader: (columns: Columns) => void) {
  let toOrder: ((cells: string[], line: number) => ExportedOrder) | undefined
  for await (const { cells, line } of readCsv(file)) {
    if (toOrder) yield toOrder(cells, line)
    else toOrder = readHeader(file.name, cells, names, onHeader)
  }
  if (!toOrder) throw new ProblemError(`${file.name} is empty: export the orders again.`)
}

const toName = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** @throws ProblemError that says what to write */
function readHeader(file: string, header: string[], own: ColumnNames, onHeader: (columns: Columns) => void) {
  if (header.some((cell) => toEmail(cell) !== undefined)) {
    throw new ProblemError(`${file} needs a header row that names its columns, such as order_number,email.`)
  }
  const names = header.map(toName)
  const findAll = (known: string[]) =>
    known.map((each) => each.split(' & ')).filter((parts) => parts.slice(1).every((part) => names.includes(part)))
  const findPlaces = (known: string[]) =>
    findAll(known).flatMap(([name = '']) => (names.includes(name) ? [names.indexOf(name)] : []))
  const find = (column: keyof Columns, name?: string) =>
    name === undefined ? (findPlaces(TABLE.columns[column])[0] ?? -1) : names.indexOf(toName(name))
  const columns: Columns = {
    number: find('number', own.number),
    id: own.number === undefined ? find('id') : -1,
    email: find('email', own.email),
    total: find('total', own.total),
    state: find('state', own.state),
    currency: find('currency'),
    rate: find('rate'),
    ended: find('ended'),
    time: find('time'),
  }
  const missing = (['number', 'email', 'total', 'state'] as const).filter(
    (name) => columns[name] < 0 && (name === 'number' || own[name] !== undefined),
  )
  if (missing.length > 0) {
    const options = missing.map((name) => `--${name}`).join(' and ')
    throw new ProblemError(`${file} has the columns ${header.join(', ')}. Name the right ones with ${options}.`)
  }
  onHeader(columns)
  const states = own.state === undefined ? findPlaces(TABLE.columns.state) : [columns.state]
  const leftOf = new Map(
    Object.entries(TABLE.states).flatMap(([left, words]) => findAll(words).map(([word]) => [word, left as Left])),
  )
  return (cells: string[], line: number): ExportedOrder => {
    if (cells.slice(header.length).some((cell) => cell !== '')) {
      throw new ProblemError(
        `${file} has more cells in line ${line} than columns: a cell with a separator needs quotes. Export it again.`,
      )
    }
    const id = toOrderNumber(cells[columns.id])
    const words = states.map((place) => toName(cells[place] ?? '')).filter((word) => word !== '')
    return {
      line,
      number: toOrderNumber(cells[columns.number]) ?? id,
      id,
      email: toEmail(cells[columns.email]),
      total: toTotal(cells[columns.total], cells[columns.rate]),
      currency: cells[columns.currency] || undefined,
      atMs: toTimeMs(cells[columns.time]),
      left: cells[columns.ended]
        ? 'cancelled'
        : words.length === 0
          ? undefined
          : (words.map((word) => leftOf.get(word)).find((left) => left !== undefined) ?? false),
    }
  }
}

/** Reads a total. A total in another currency than the order's is not one that the API has. */
function toTotal(amount: string | undefined, rate: string | undefined): Cents | undefined {
  if (rate && Number(rate.replace(',', '.')) !== 1) return undefined
  // A comma before three digits groups, as in the texts that shoppers see. A dot before three is a program's decimal sign.
  const cents = toCents(amount, { '.': 'decimal', ',': 'groups' })
  return typeof cents === 'number' ? cents : undefined
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?)?(?: ?(Z|UTC|([+-]\d\d):?(\d\d)))?$/

/** Reads a time that begins with year, month and day. A time without a zone is in UTC, a day is its noon. */
function toTimeMs(text = ''): number | undefined {
  const [, day, minute = '12:00', second = ':00', , hours = '+00', minutes = '00'] = TIME.exec(text.trim()) ?? []
  const ms = Date.parse(`${day}T${minute}${second}${hours}:${minutes}`)
  return Number.isNaN(ms) ? undefined : ms
}
