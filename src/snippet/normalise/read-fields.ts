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

/** By name; with all names that are read under the API's, so that they do not travel a second time. */
export interface Table {
  fields: [name: string, field: Field][]
  known: { page: ReadonlySet<string>; caller: ReadonlySet<string> }
}

/**
 * @param fields one for each that the contract knows; the compiler sees to it that none is missing
 * @param parts names under which pages keep no field, but objects that were read by themselves
 */
export function createTable<Known>(fields: Record<keyof Known & string, Field>, parts: readonly string[] = []): Table {
  const rows = Object.entries<Field>(fields)
  const names = Object.keys(fields)
  const known = rows.flatMap(([, field]) => field.names ?? [])
  return { fields: rows, known: { caller: new Set(names), page: new Set([...names, ...known, ...parts]) } }
}

const TEXT: Field = { read: toText }

/**
 * @param place what the names of fields begin with in problems
 * @param problems gets one for each field that is said and cannot be read
 */
export function readFields(
  source: Fields,
  { fields: rows, known }: Table,
  speaker: Speaker,
  place: string,
  problems: Problem[],
): Fields {
  const fields: Fields = {}
  const isPage = speaker.is === 'page'
  const read = (name: string, field: Field) => {
    const { names = [], otherwise }: Partial<Field> = isPage ? field : {}
    let value: unknown
    // A getter of the page may throw: then there is something, and nobody can tell what.
    const result = safely(() => {
      value = findSaid(source, [name, ...names]) ?? otherwise
      return value === undefined ? '' : field.read(value, speaker)
    })
    if (result === undefined) problems.push({ field: place + name, code: field.why?.(value, speaker) ?? 'unreadable' })
    else if (result !== '') fields[name] = result
  }
  for (const [name, field] of rows) read(name, field)
  for (const name of Object.keys(source)) if (!known[speaker.is].has(name) && !isForbidden(name)) read(name, TEXT)
  return fields
}

/** Of several names the first that says something: a blank one hides no other. */
export function findSaid(source: Fields, names: readonly string[]): unknown {
  let blank: string | undefined
  for (const name of names) {
    const value = source[name]
    if (isSaid(value)) return value
    if (typeof value === 'string') blank = value
  }
  return blank
}

/** Not blank, and no function, which pages push as callbacks. */
export function isSaid(value: unknown): boolean {
  return typeof value === 'string'
    ? value.trim() !== ''
    : value !== undefined && value !== null && typeof value !== 'function'
}

/** Names by which an object, or its prototype, could be reached. */
const isForbidden = (name: string) => name in Object.prototype || FORBIDDEN_KEYS.includes(name)
