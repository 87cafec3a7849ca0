/** Reads the API's fields from objects of any source, by a table of their names. */
import { FORBIDDEN_KEYS } from '../contract/limits.js'
import type { Problem } from '../contract/raw.js'
import type { Notation } from './lone-signs.js'
import type { ProblemCode } from './problems.js'
import { toText } from './text.js'

/** An object from any source. Its values are not checked yet. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toFields = (value: unknown): Fields => (isFields(value) ? value : {})

/**
 * How a source writes. `data`: names of its own, decimal numbers. `shown`: texts as shoppers see them; `{ data }` among them
 * is data. `caller`: only the API's names, whole cents.
 */
export type Speaker = 'data' | 'shown' | 'caller'

export interface Source {
  fields: Fields
  speaker: Speaker
}

/** The result of reading one value. A value of `undefined` or "" says nothing. */
export type Result = { value: unknown } | { problem: ProblemCode }

export const UNREADABLE: Result = { problem: 'unreadable' }

/** Turns `undefined`, the result of a conversion that failed, into the problem. */
export const toResult = (value: unknown): Result => (value === undefined ? UNREADABLE : { value })

/** A field that is text. Objects and lists are not: their JSON would reach the API as the shop's own name for something. */
export const TEXT = { read: (value: unknown) => (typeof value === 'object' ? UNREADABLE : toResult(toText(value))) }

/** One field of the API. */
interface Field {
  read: (value: unknown, speaker: Speaker, notation: Notation) => Result
  /** Collects a field that the source spreads over several. It runs before the names are looked up. */
  from?: (fields: Fields) => unknown
  /** The value if the source does not say one. Callers have no such default. */
  otherwise?: unknown
}

/** One field with its names. Built once, because an order of 50 items looks up hundreds of fields. */
interface Row extends Field {
  name: string
  own: readonly string[]
  all: readonly string[]
}

/** The fields of one object, with all names that are read, so that no value is sent twice. */
export interface Table {
  rows: Row[]
  own: ReadonlySet<string>
  all: ReadonlySet<string>
  isPrivate: More['isPrivate'] | undefined
}

interface More {
  /** Names of objects that are read on their own, so they are not additional fields. */
  parts?: readonly string[]
  /** Recognises other names that are not sent, unless the shop itself says them. */
  isPrivate?: (name: string) => boolean
}

/**
 * @param fields one for each field of the contract; the compiler reports a missing one
 * @param names other names of each field, by precedence after the API's own name
 */
export function createTable<Known>(
  fields: Record<keyof Known & string, Field>,
  names: Partial<Record<keyof Known, readonly string[]>> = {},
  { parts = [], isPrivate }: More = {},
): Table {
  const others = new Map(Object.entries<readonly string[] | undefined>(names))
  const rows = Object.entries<Field>(fields).map(
    ([name, field]): Row => ({ ...field, name, own: [name], all: [name, ...(others.get(name) ?? [])] }),
  )
  const all = new Set([...rows.flatMap((row) => row.all), ...parts])
  return { rows, own: new Set(Object.keys(fields)), all, isPrivate }
}

/** The facts about the whole order that its fields are read with. */
export interface Context {
  /** The start of the fields' names in problems, such as `cart_data.`. */
  place?: string
  /** How the order writes amounts. */
  notation?: Notation
  /** Full names of fields whose value JSON could not carry. No default takes their place. */
  unreadable?: ReadonlySet<string>
}

/** Fields that could be read, and a problem for each of the others. */
export interface ReadFields {
  fields: Fields
  problems: Problem[]
}

/**
 * Reads the API's fields from all sources. The last source that says a field decides it. If that value cannot be read, the field
 * is left out: no earlier source replaces it.
 */
export function readFields(sources: readonly Source[], table: Table, context: Context = {}): ReadFields {
  const read: ReadFields = { fields: {}, problems: [] }
  for (const row of table.rows) keep(read, row.name, readRow(sources, row, context), context)
  for (const source of sources)
    for (const [name, value] of listAdditional(source, table)) keep(read, name, toResult(toText(value)), context)
  return read
}

function keep({ fields, problems }: ReadFields, name: string, result: Result, { place = '' }: Context): void {
  if ('problem' in result) problems.push({ field: place + name, code: result.problem })
  else if (result.value !== undefined && result.value !== '') fields[name] = result.value
}

const NOTHING: Result = { value: undefined }

/** Reads the value of the last source that says the field. A blank value counts only if no source says more. */
function readRow(sources: readonly Source[], row: Row, { place = '', notation = {}, unreadable }: Context): Result {
  const isLost = row.all.some((name) => unreadable?.has(place + name))
  let blank: string | undefined
  for (const { fields, speaker } of sources.toReversed()) {
    const given = findRow(fields, row, speaker) ?? (speaker === 'caller' || isLost ? undefined : row.otherwise)
    const isData = speaker === 'shown' && isFields(given) // the page's own text for machines
    const value = isData ? given.data : given
    if (isFilled(value)) return row.read(value, isData ? 'data' : speaker, notation)
    if (typeof value === 'string') blank = isPlaceholder(value) ? '' : value
  }
  return blank === undefined ? NOTHING : row.read(blank, 'data', notation)
}

function findRow(fields: Fields, { own, all, from }: Row, speaker: Speaker): unknown {
  if (speaker === 'caller') return findFilled(fields, own)
  return from?.(fields) ?? findFilled(fields, all)
}

/** Finds the first of several names that has a value. A blank value does not hide a later one. */
export function findFilled(fields: Fields, names: readonly string[]): unknown {
  let blank: string | undefined
  for (const name of names) {
    const value = fields[name]
    if (isFilled(value)) return value
    if (typeof value === 'string') blank = value
  }
  return blank
}

/** A blank text is not a value. A template that was not filled in is not one either. */
export const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' && !isPlaceholder(value) : value !== undefined && value !== null

/** Recognises a text that is one template: `{{ sku }}`, `${sku}`, `<%= sku %>`. */
const isPlaceholder = (text: string): boolean =>
  /^\s*(?:\{\{[^{}]*\}\}|\{%[^%]*%\}|\$\{[^{}]*\}|<%[^%]*%>|\[\[[^[\]]*\]\])\s*$/.test(text)

/** Lists the fields that the API does not know and that are sent under their own names. */
function listAdditional({ fields, speaker }: Source, { own, all, isPrivate }: Table): [name: string, value: unknown][] {
  const known = speaker === 'caller' ? own : all
  const additional: [string, unknown][] = []
  for (const [name, given] of Object.entries(fields)) {
    const value = speaker === 'shown' && isFields(given) ? given.data : given
    if (known.has(name) || !isFilled(value) || reachesPrototype(name)) continue
    if (speaker !== 'data' || !isPrivate?.(name)) additional.push([name, value])
  }
  return additional
}

const reachesPrototype = (name: string) => name in Object.prototype || FORBIDDEN_KEYS.includes(name)
