/**
 * The proxy's log: one line of JSON each, of picked fields in known forms.
 *
 * Never an e-mail, an IP address, a name, an order number, a query, a header or a body: what is not in `FIELDS`, or does
 * not have its field's form, is left out, whoever passed it.
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
  /** Whose webhook it was. */
  platform?: string
  /** What an operator has done. */
  act?: string
  /** How many a line stands for. */
  count?: number
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
  platform: CODE,
  act: CODE,
  count: NUMBER,
}

const FORMS = Object.entries(FIELDS) as [keyof Line, RegExp][] // FIELDS has the keys of a Line

/** What somebody should look at; everything else is told. */
const ERRORS = ['failed', 'queue_failed']
const WARNINGS = [
  'log_dropped',
  'dead_letter',
  'list_held',
  'api_held',
  'api_unreachable',
  'api_busy',
  'question_unsuited',
  'dead_letter_dropped',
  'events_unreadable',
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
 * A code is kept. Of an error, what SQLite, the system and our own words for Postgres say, for they quote no values; of all
 * others only the name: `JSON.parse`, for one, quotes what it could not read.
 */
function toReason(text: string): string {
  if (CODE.test(text)) return text
  if (/^(Sqlite|Postgres)Error: |^Error: E[A-Z]+: |^Error: .+: SQLITE_[A-Z]+( \(|$)/.test(text))
    return text.replace(/'[^']*'|"[^"]*"/g, '…').slice(0, 200)
  return /^[A-Z][A-Za-z]{0,39}(?=: |$)/.exec(text)?.[0] ?? 'Error'
}
