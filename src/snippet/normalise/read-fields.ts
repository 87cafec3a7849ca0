/** The one reader of objects: fields of a page or a caller → the API's fields, by a table. */
import { FORBIDDEN_KEYS } from '../../contract/limits.js'
import type { Fields } from '../fields.js'
import type { Problem, Reading } from '../problem.js'
import { safely } from '../safely.js'
import type { Amounts } from './cents.js'
import { NOTHING, UNREADABLE } from './reading.js'
import { toText } from './text.js'

type Reader = (value: unknown, amounts: Amounts) => Reading<unknown>

/** One field of the API. */
interface Field {
  read: Reader
  /** What pages call it, by precedence after the API's own name. A caller uses that one only. */
  names?: readonly string[]
  /** What it is where a page does not say. */
  otherwise?: unknown
}

/** Made once, so that reading an order makes no lists. */
export interface Table {
  fields: readonly { name: string; field: Field; ofCaller: readonly string[]; ofPage: readonly string[] }[]
  /** All names that are read under the API's; any other travels as it is. */
  known: { cents: ReadonlySet<string>; decimal: ReadonlySet<string> }
}

/** @param fields one for each that the contract knows; the compiler sees to it that none is missing */
export function createTable<Known>(fields: Record<keyof Known & string, Field>): Table {
  const rows = Object.entries<Field>(fields).map(([name, field]) => ({
    name,
    field,
    ofCaller: [name],
    ofPage: [name, ...(field.names ?? [])],
  }))
  return {
    fields: rows,
    known: { cents: new Set(rows.map(({ name }) => name)), decimal: new Set(rows.flatMap(({ ofPage }) => ofPage)) },
  }
}

/**
 * @param amounts of a page, with its own names; or of a caller, with the API's
 * @param place what the names of fields begin with in problems
 * @param problems gets one for each field that is said and cannot be read
 */
export function readFields(source: Fields, table: Table, amounts: Amounts, place: string, problems: Problem[]): Fields {
  const fields: Fields = {}
  const add = (name: string, reading: Reading<unknown> = UNREADABLE) => {
    if ('problem' in reading) problems.push({ field: place + name, code: reading.problem })
    else if (isSaid(reading.value)) fields[name] = reading.value
  }
  for (const { name, field, ofCaller, ofPage } of table.fields) {
    const names = amounts.unit === 'cents' ? ofCaller : ofPage
    add(
      name,
      safely(() => readFirst(source, names, field, amounts)),
    )
  }
  const known = table.known[amounts.unit]
  for (const name of Object.keys(source))
    if (!known.has(name) && !isForbidden(name))
      add(
        name,
        safely(() => readFirst(source, [name], TEXT, amounts)),
      )
  return fields
}

const TEXT: Field = { read: toText }

/** Of several names the first that says something: a blank one hides no other. */
function readFirst(source: Fields, names: readonly string[], { read, otherwise }: Field, amounts: Amounts) {
  let blank: string | undefined
  for (const name of names) {
    const value = source[name]
    if (value === undefined || value === null || typeof value === 'function') continue
    if (typeof value !== 'string' || value.trim()) return read(value, amounts)
    blank = value
  }
  if (blank !== undefined) return read(blank, amounts)
  return amounts.unit === 'cents' ? NOTHING : { value: otherwise }
}

const isSaid = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Names by which an object, or its prototype, could be reached. */
const isForbidden = (name: string) => name in Object.prototype || FORBIDDEN_KEYS.includes(name)
