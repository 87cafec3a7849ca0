/**
 * Reads a shop's own book: a CSV file with a header row, an order number and mostly an e-mail. As spreadsheets and shop systems
 * write it: with commas, semicolons or tabs, with quotes or without, UTF-8 or UTF-16, with a byte order mark or without.
 */
import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { toCents } from '../../normalise/cents.js'
import { toEmail } from '../../normalise/email.js'
import { toOrderNumber } from '../../normalise/order-number.js'
import { ProblemError } from './commands/print.js'

export interface BookedOrder {
  /** Line of the file, from 1 on. */
  line: number
  /** Undefined: the line has none. */
  order: string | undefined
  /** What the platform knows it by, where that is another than its number. */
  id?: string | undefined
  email: string | undefined
  /** The order's total, in whole cents; undefined: the line has none that can be read. */
  cents?: number | undefined
}

export interface Columns {
  /** Names of the columns, where they are not guessed. */
  order?: string | undefined
  email?: string | undefined
  amount?: string | undefined
}

/** What systems call the columns, the surest first; in small letters, without spaces and signs. */
// biome-ignore format: words
const ORDER_NAMES = [
  'ordernumber', 'orderno', 'ordernr', 'orderid', 'order', 'incrementid', 'transactionid', 'bestellnummer', 'bestellnr',
  'auftragsnummer', 'orderreference', 'reference', 'number', 'id',
]
// biome-ignore format: words
const EMAIL_NAMES = [
  'email', 'emailaddress', 'customeremail', 'billingemail', 'billingemailaddress', 'contactemail', 'buyeremail', 'mail',
  'emailadresse', 'courriel',
]
// biome-ignore format: words
const AMOUNT_NAMES = [
  'total', 'ordertotal', 'grandtotal', 'grandtotalpurchased', 'amounttotal', 'totalpaid', 'totalinctax', 'ordertotalinctax', 'amount', 'ordervalue', 'cartvalue',
  'gesamtbetrag', 'gesamtsumme', 'gesamt', 'summe', 'betrag', 'montant', 'importe', 'totale',
]
/** Shopify's export has in "Id" what the pixel reports, and in "Name" what the merchant knows it by, and webhooks too. */
const SHOPIFY = ['financialstatus', 'fulfillmentstatus']

/** A book to read. */
export interface Book {
  /** How it is called in sentences. */
  name: string
  bytes: Readable
}

/**
 * @returns one for each line, read as fast as they are taken
 * @throws ProblemError in a sentence that quotes nothing but the header
 */
export async function* readOrders({ name, bytes }: Book, columns: Columns = {}): AsyncGenerator<BookedOrder> {
  let line = 1
  try {
    await once(bytes, 'readable') // or it cannot be read
    const head: Buffer = bytes.read() ?? Buffer.alloc(0)
    bytes.unshift(head)
    const parser = parse({
      ...sniff(head),
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
    let place: Place | undefined
    for await (const { record, info } of pipeline(bytes, parser, () => {})) {
      const cells = record as string[] // without `columns` it is one of texts
      line = info.lines
      if (place) yield toOrder(cells, place, line)
      else place = findColumns(name, cells, columns)
    }
    if (!place) throw new ProblemError(`${name} is empty.`)
  } catch (error) {
    throw toProblem(error, name, line)
  }
}

/** Says of a file and of CSV what is wrong; any other error stays what it is. */
function toProblem(error: unknown, name: string, line: number): unknown {
  if (error instanceof CsvError) {
    const isQuote = error.code.includes('QUOTE')
    const what = isQuote ? 'a quote that is not closed, or not doubled' : 'something that is not CSV'
    return new ProblemError(`${name} has ${what}, in or after line ${line}.`)
  }
  const { syscall, code } = Object(error)
  if (!syscall) return error
  return new ProblemError(`${name} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}.`)
}

/** How its lines are divided, by the first of them. */
function sniff(head: Buffer): { delimiter: string; from_line: number } {
  const isWide = head[0] === 0xff && head[1] === 0xfe
  const text = head.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  const said = /^"?sep=(.)/i.exec(first)?.[1] // Excel writes it
  if (said) return { delimiter: said, from_line: 2 }
  const bare = first.replace(/"[^"]*"/g, '')
  const [delimiter = ','] = [',', ';', '\t', '|'].sort((a, b) => bare.split(b).length - bare.split(a).length)
  return { delimiter, from_line: 1 }
}

const toName = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Which column has what; -1: none. */
type Place = Record<'order' | 'id' | 'email' | 'amount', number>

/** @throws ProblemError that says what to write */
function findColumns(file: string, header: string[], { order, email, amount }: Columns): Place {
  if (header.some((cell) => toEmail(cell) !== undefined)) {
    throw new ProblemError(`${file} needs a header row that names its columns, such as order_number,email.`)
  }
  const names = header.map(toName)
  const find = (option: string, asked: string | undefined, usual: string[]) => {
    const wanted = asked === undefined ? usual : [toName(asked)]
    const found = wanted.map((name) => names.indexOf(name)).find((index) => index >= 0)
    if (found === undefined && (asked !== undefined || option === '--order-column')) {
      throw new ProblemError(`${file} has the columns ${header.join(', ')}. Name the right one with ${option}.`)
    }
    return found ?? -1
  }
  const isShopify = SHOPIFY.some((name) => names.includes(name))
  return {
    order: find('--order-column', order, isShopify ? ['name'] : ORDER_NAMES),
    id: isShopify && order === undefined ? names.indexOf('id') : -1,
    email: find('--email-column', email, EMAIL_NAMES),
    amount: find('--amount-column', amount, AMOUNT_NAMES),
  }
}

function toOrder(cells: string[], place: Place, line: number): BookedOrder {
  const id = toOrderNumber(cells[place.id])
  const order = toOrderNumber(cells[place.order]) ?? id
  // A comma before three digits groups, as in what shoppers see; a dot before three is a program's decimals.
  const cents = toCents(cells[place.amount], { '.': 'decimal', ',': 'groups' })
  const total = typeof cents === 'number' && { cents }
  return { line, order, ...(id !== undefined && { id }), email: toEmail(cells[place.email]), ...total }
}
