/**
 * Reads a CSV file as spreadsheets and shop systems write it: with commas, semicolons or tabs, with quotes or without, in UTF-8 or
 * Windows-1252. Memory does not grow with the file.
 */
import { pipeline, type Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { ProblemError } from './problem-error.js'

/** A file of orders to read. */
export interface OrderExport {
  /** Its name in sentences. */
  name: string
  bytes: Readable
}

/** The longest line, in bytes. Without a limit a quote that is not closed would take the rest of the file into memory. */
const MAX_LINE = 1024 * 1024
const OPTIONS = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true }

/**
 * @returns the cells of each record, and the line of the file where it ends, from 1 on; read as fast as the caller takes them
 * @throws ProblemError in a sentence that quotes nothing of the file
 */
export async function* readCsv({ name, bytes }: OrderExport): AsyncGenerator<{ cells: string[]; line: number }> {
  let line = 1
  try {
    const texts = decode(bytes)
    const { value: head = '' } = await texts.next()
    if (OTHER_FORMATS.some((beginning) => head.trimStart().startsWith(beginning)))
      throw new ProblemError(`${name} is not CSV: export the orders as CSV.`)
    const how = { ...OPTIONS, ...sniff(head), skip_records_with_empty_values: true, max_record_size: MAX_LINE }
    for await (const { record, info } of pipeline(prepend(head, texts), parse(how), () => {})) {
      line = info.lines
      yield { cells: record, line } // without `columns` it is one of texts
    }
  } catch (error) {
    throw toProblem(error, name, line)
  }
}

async function* prepend(head: string, texts: AsyncIterable<string>) {
  yield head
  yield* texts
}

/** Decodes UTF-8 until a byte is not UTF-8: the rest is Windows-1252. */
async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) {
    try {
      yield decoder.decode(chunk, { stream: true })
    } catch {
      decoder = new TextDecoder('windows-1252') // any byte is a letter of it
      yield decoder.decode(chunk, { stream: true })
    }
  }
}

/** Beginnings of files that are often given as CSV: spreadsheets, PDF, web pages, JSON, UTF-16. */
const OTHER_FORMATS = ['PK\u0003\u0004', 'ÐÏ\u0011à', '%PDF', '<', '{', '[', 'ÿþ', 'þÿ']

/** Finds the separator of the cells in the first line. */
function sniff(head: string): { delimiter: string; from_line: number } {
  const [first = ''] = head.split(/\r?\n|\r/, 1)
  const own = /^"?sep=(.)/i.exec(first)?.[1] // Excel writes it
  if (own) return { delimiter: own, from_line: 2 }
  const bare = first.replace(/"[^"]*"/g, '')
  const [delimiter = ','] = [',', ';', '\t', '|'].sort((a, b) => bare.split(b).length - bare.split(a).length)
  return { delimiter, from_line: 1 }
}

/** Names the problem of a file or of its CSV. Returns any other error unchanged. */
function toProblem(error: unknown, name: string, line: number): unknown {
  if (error instanceof CsvError) {
    const isQuote = error.code.includes('QUOTE') || error.code === 'CSV_MAX_RECORD_SIZE'
    const what = isQuote ? 'a quote that is not closed, or not doubled' : 'something that is not CSV'
    return new ProblemError(`${name} has ${what}, in or after line ${line}: export it again.`)
  }
  const { syscall, code } = Object(error)
  return syscall ? new ProblemError(`${name} cannot be read: ${UNREADABLE[code] ?? `${code}.`}`) : error
}

const UNREADABLE: Record<string, string> = {
  ENOENT: 'there is no such file. Check the path.',
  EISDIR: 'it is a folder. Name the file in it.',
  EACCES: 'this user may not read it. Change its mode or owner.',
}
