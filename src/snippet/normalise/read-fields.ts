/** The one reader of objects: fields of a page or a caller → the API's fields, by a table. */
import { FORBIDDEN_KEYS } from '../../contract/limits.js'
import type { Fields } from '../fields.js'
import type { Problem } from '../problem.js'
import { safely } from '../safely.js'
import type { ReadDecimal } from './cents.js'
import { toText } from './text.js'

/** A page has names of its own and decimal amounts; a caller uses the API's names and whole cents. */
export type Speaker = { is: 'page'; readDecimal: ReadDecimal } | { is: 'caller' }

/** One field of the API. */
interface Field {
  /** Undefined when the value cannot be read. */
  read: (value: unknown, speaker: Speaker) => unknown
  /** What pages call it, by precedence after the API's own name. */
  names?: readonly string[]
  /** What it is where a page does not say. */
  otherwise?: unknown
  /** Why it cannot be read, where there is more to say than that. */
  why?: (value: unknown, speaker: Speaker) => string
}

/** One field with the names under which each looks for it. Made once: an order of 50 items asks for hundreds of fields. */
interface Row extends Omit<Field, 'names'> {
  name: string
  names: Record<Speaker['is'], readonly string[]>
}

/** With all names that are read under the API's, so that they do not travel a second time. */
export interface Table {
  rows: Row[]
  known: Record<Speaker['is'], ReadonlySet<string>>
}

/**
 * @param fields one for each that the contract knows; the compiler sees to it that none is missing
 * @param parts names under which pages keep no field, but objects that were read by themselves
 */
export function createTable<Known>(fields: Record<keyof Known & string, Field>, parts: readonly string[] = []): Table {
  const rows = Object.entries<Field>(fields).map(([name, field]): Row => {
    return { ...field, name, names: { caller: [name], page: [name, ...(field.names ?? [])] } }
  })
  const page = rows.flatMap(({ names }) => names.page)
  return { rows, known: { caller: new Set(Object.keys(fields)), page: new Set([...page, ...parts]) } }
}

const TEXT: Field = { read: toText }

/**
 * @param source a copy, whose fields can be read
 * @param place what the names of fields begin with in problems
 * @param problems gets one for each field that is said and cannot be read
 */
export function readFields(
  source: Fields,
  { rows, known }: Table,
  speaker: Speaker,
  place: string,
  problems: Problem[],
): Fields {
  const fields: Fields = {}
  const { is } = speaker
  const readField = (name: string, given: unknown, field: Omit<Field, 'names'>) => {
    const value = given ?? (is === 'page' ? field.otherwise : undefined)
    if (value === undefined) return
    const result = safely(() => field.read(value, speaker))
    if (result === undefined) problems.push({ field: place + name, code: field.why?.(value, speaker) ?? 'unreadable' })
    else if (result !== '') fields[name] = result
  }
  for (const row of rows) readField(row.name, findFilled(source, row.names[is]), row)
  for (const name of Object.keys(source))
    if (!known[is].has(name) && !isForbidden(name)) readField(name, findFilled(source, [name]), TEXT)
  return fields
}

/** Of several names the first that says something: a blank one hides no other. */
export function findFilled(source: Fields, names: readonly string[]): unknown {
  let blank: string | undefined
  for (const name of names) {
    const value = source[name]
    if (isFilled(value)) return value
    if (typeof value === 'string') blank = value
  }
  return blank
}

/** Not blank, and no function, which pages push as callbacks. */
export function isFilled(value: unknown): boolean {
  return typeof value === 'string'
    ? value.trim() !== ''
    : value !== undefined && value !== null && typeof value !== 'function'
}

/** Names by which an object, or its prototype, could be reached. */
const isForbidden = (name: string) => name in Object.prototype || FORBIDDEN_KEYS.includes(name)
