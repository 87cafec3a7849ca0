/**
 * The proxy's log: one line of JSON for each entry, with selected fields in known forms.
 *
 * The log never contains an e-mail, an IP address, a name, an order number, a query, a header or a body. A value is
 * left out if its field is not in `FIELDS` or if it does not have the field's form.
 */
import { LIST_PATTERN } from '../../contract/limits.js'

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
  /** The platform of the webhook. */
  platform?: string
  /** The operator's action. */
  act?: string
  /** The number of events that this line counts. */
  count?: number
}

export type Log = (line: Line) => void

/** The form of a code. */
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
  platform: CODE,
  act: CODE,
  count: NUMBER,
}

const FORMS = Object.entries(FIELDS) as [keyof Line, RegExp][] // FIELDS has the keys of a Line

/** Events that an operator must look at. All others are information. */
const ERRORS = ['failed', 'queue_failed']
const WARNINGS = [
  'wrong_token',
  'log_dropped',
  'dead_letter',
  'api_away',
  'dead_letter_dropped',
  'alert_failed',
  'scripts_not_kept',
  'webhook_order_missing',
]

export function toLevel({ event }: Line): 'error' | 'warn' | 'info' {
  return ERRORS.includes(event) ? 'error' : WARNINGS.includes(event) ? 'warn' : 'info'
}

export function pickFields(line: Line): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const [name, form] of FORMS) {
    const value = line[name]
    if (value !== undefined && form.test(String(value))) picked[name] = value
  }
  if (line.reason !== undefined) picked.reason = toReason(line.reason)
  return picked
}

/**
 * Reduces an error to safe text. A code is kept. Messages of SQLite, the system and our Postgres errors are kept,
 * because they do not quote values. Of all other errors only the name is kept. `JSON.parse`, for example, quotes the
 * text that it could not read.
 */
function toReason(error: string): string {
  const text = error.replace(/^(Error: )+(?=Error: )/, '') // the queue's errors have the name of the first in their message
  if (CODE.test(text)) return text
  if (/^(Sqlite|Postgres)Error: |^Error: E[A-Z]+: |^Error: .+: SQLITE_[A-Z]+( \(|$)/.test(text))
    return text.replace(/'[^']*'|"[^"]*"/g, '…').slice(0, 200)
  return /^[A-Z][A-Za-z]{0,39}(?=: |$)/.exec(text)?.[0] ?? 'Error'
}
