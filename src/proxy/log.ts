/**
 * The proxy's log: one line of JSON each, of picked fields in known forms.
 *
 * Never an e-mail, an IP address, a name, an order number, a query, a header or a body: what is not in `FIELDS`, or does
 * not have its field's form, is left out, whoever passed it.
 */
import { type DestinationStream, pino } from 'pino'
import { LIST_PATTERN } from '../contract/limits.js'

export interface Line {
  event: string
  id?: string
  kind?: string
  list?: string
  /** A code, or the text of an error. */
  reason?: string
  status?: number
  method?: string
  code?: string
  ms?: number
  ignored?: number
  bytes?: number
}

export type Log = (line: Line) => void

/** What a text may look like to be a word of ours. */
const CODE = /^[a-z_]{1,40}$/
const NUMBER = /^\d{1,9}(\.\d)?$/

const FIELDS: Record<keyof Line, RegExp> = {
  event: CODE,
  id: /^[\da-f-]{36}$/i,
  kind: /^(convert|addToList)$/,
  list: LIST_PATTERN,
  reason: /^/, // see toReason
  status: NUMBER,
  method: /^[A-Z]{3,7}$|^other$/,
  code: CODE,
  ms: NUMBER,
  ignored: NUMBER,
  bytes: NUMBER,
}

const FORMS = Object.entries(FIELDS) as [keyof Line, RegExp][] // FIELDS has the keys of a Line

const MOST_UNWRITTEN_BYTES = 4 * 1024 * 1024

/** What somebody should look at; everything else is told. */
const ERRORS = ['failed', 'hold_failed']
const WARNINGS = ['dead_letter', 'list_held', 'api_held', 'api_unreachable']

/** @param stream where the lines go; the standard output unless another is given */
export function createLog(stream?: DestinationStream): Log {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  }
  const logger = pino(options, stream ?? toStandardOutput())
  return (line) => {
    const level = ERRORS.includes(line.event) ? 'error' : WARNINGS.includes(line.event) ? 'warn' : 'info'
    logger[level](pickFields(line))
  }
}

/** Line by line: one that writes in batches would try for ever to write the last of them to a full disk, and never end. */
function toStandardOutput(): DestinationStream {
  const output = pino.destination({ sync: true, maxLength: MOST_UNWRITTEN_BYTES })
  // A full disk, or nobody reading: lines are lost, events are not.
  output.on('error', () => {})
  return output
}

function pickFields(line: Line): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const [name, form] of FORMS) {
    const value = line[name]
    if (value !== undefined && form.test(String(value))) picked[name] = value
  }
  if (line.reason !== undefined) picked.reason = toReason(line.reason)
  return picked
}

/**
 * A code is kept. Of an error, what SQLite, the system and our own words for Postgres say, for they quote no values; of all others only the name:
 * `JSON.parse`, for one, quotes what it could not read.
 */
function toReason(text: string): string {
  if (CODE.test(text)) return text
  if (/^(Sqlite|Postgres)Error: |^Error: E[A-Z]+: /.test(text))
    return text.replace(/'[^']*'|"[^"]*"/g, '…').slice(0, 200)
  return /^[A-Z][A-Za-z]{0,39}(?=: |$)/.exec(text)?.[0] ?? 'Error'
}
