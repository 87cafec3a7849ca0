/** The one reader of objects: fields of any source → the API's fields, by a table. */
import { FORBIDDEN_KEYS } from '../contract/limits.js'
import type { Problem } from '../contract/said.js'
import type { Shown } from './lone-signs.js'
import type { ProblemCode } from './problems.js'
import { toText } from './text.js'

/** An object of any source: what each value is has still to be seen. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toFields = (value: unknown): Fields => (isFields(value) ? value : {})

/**
 * How a source speaks. `data`: names of its own, decimal numbers. `shown`: texts as shoppers see them; `{ data }` among them
 * is data. `caller`: the API's names alone, whole cents.
 */
export type Speaker = 'data' | 'shown' | 'caller'

export interface Source {
  fields: Fields
  speaker: Speaker
}

/** Says why a value cannot be read. */
export class Unread {
  constructor(readonly code: ProblemCode) {}
}

export const UNREADABLE = new Unread('unreadable')

/** A field that is text. An object or a list is none: its JSON would be sent as the shop's own name for something. */
export const TEXT = {
  read: (value: unknown) => (typeof value === 'object' ? UNREADABLE : (toText(value) ?? UNREADABLE)),
}

/** What one reading has in common: how amounts that shoppers see are written, and where problems go. */
export interface Reading extends Shown {
  report: (field: string, code: ProblemCode) => void
  /** Fields of which JSON could not carry what was said, named as in problems: none of them is unsaid. */
  unreadable: ReadonlySet<string>
  /** Names that were asked about, and whether they may travel: items have the same ones. */
  travels: Map<string, boolean>
}

/** One field of the API. */
interface Field {
  /** Undefined where nothing is said, {@link Unread} where it cannot be read. */
  read: (value: unknown, speaker: Speaker, reading: Reading) => unknown
  /** Collects a field that others have in several; it is asked before the names. */
  from?: (fields: Fields) => unknown
  /** What it is where the source does not say, unless a caller is the source. */
  otherwise?: unknown
}

/** One field with the names under which each looks for it. Made once: an order of 50 items asks for hundreds of fields. */
interface Row extends Field {
  name: string
  own: readonly string[]
  all: readonly string[]
}

/** The fields of one object, with all names that are read, so that none travels a second time. */
export interface Table {
  rows: Row[]
  own: ReadonlySet<string>
  all: ReadonlySet<string>
  isPrivate: RegExp | undefined
}

interface More {
  /** Names under which sources keep no field, but objects that were read by themselves. */
  parts?: readonly string[]
  /** Other names that do not travel, unless the shop itself says them. */
  isPrivate?: RegExp
}

/**
 * @param fields one for each that the contract knows; the compiler sees to it that none is missing
 * @param names what others call them, by precedence after the API's own name
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

export function createReading(shown: Shown, problems: Problem[], unreadable: readonly string[] = []): Reading {
  const report = (field: string, code: ProblemCode) => {
    const isKnown = problems.some((problem) => problem.field === field && problem.code === code)
    if (!isKnown && problems.length < MAX_PROBLEMS) problems.push({ field, code })
  }
  return { ...shown, report, unreadable: new Set(unreadable), travels: new Map() }
}

/** Nobody reads more, and each travels with the event. */
const MAX_PROBLEMS = 50

/**
 * Reads the API's fields out of all sources: the last that says a field decides, and when what it says cannot be read the field
 * is left out.
 *
 * @param place what the names of fields begin with in problems
 */
export function readFields(sources: readonly Source[], table: Table, place: string, reading: Reading): Fields {
  const fields: Fields = {}
  for (const row of table.rows) keep(fields, row.name, readRow(sources, row, place, reading), place, reading)
  for (const { fields: said, speaker } of sources) {
    const known = speaker === 'caller' ? table.own : table.all
    for (const name of Object.keys(said))
      if (!known.has(name) && mayTravel(name, speaker === 'data' ? table.isPrivate : undefined, reading)) {
        const each = said[name]
        const value = speaker === 'shown' && isFields(each) ? each.data : each
        if (isFilled(value)) keep(fields, name, toText(value) ?? UNREADABLE, place, reading)
      }
  }
  return fields
}

function keep(fields: Fields, name: string, read: unknown, place: string, { report }: Reading): void {
  if (read instanceof Unread) report(place + name, read.code)
  else if (read !== undefined && read !== '') fields[name] = read
}

/** Reads what the last source says of a field; a blank counts only where nobody says more. */
function readRow(sources: readonly Source[], row: Row, place: string, reading: Reading): unknown {
  const isUnreadable = (name: string) => reading.unreadable.has(place + name)
  let blank: string | undefined
  for (let index = sources.length - 1; index >= 0; index -= 1) {
    const { fields, speaker } = sources[index] as Source // within its length
    const mayBeUnsaid = speaker !== 'caller' && !row.all.some(isUnreadable)
    const said = findRow(fields, row, speaker) ?? (mayBeUnsaid ? row.otherwise : undefined)
    const isData = speaker === 'shown' && isFields(said) // what the page gives for machines, wherever it stands
    const value = isData ? said.data : said
    if (isFilled(value)) return row.read(value, isData ? 'data' : speaker, reading)
    if (typeof value === 'string') blank = value
  }
  return blank === undefined ? undefined : row.read(blank, 'data', reading)
}

function findRow(fields: Fields, { own, all, from }: Row, speaker: Speaker): unknown {
  if (speaker === 'caller') return findFilled(fields, own)
  return from?.(fields) ?? findFilled(fields, all)
}

/** Finds the first of several names that says something: a blank one hides no other. */
export function findFilled(fields: Fields, names: readonly string[]): unknown {
  let blank: string | undefined
  for (const name of names) {
    const value = fields[name]
    if (isFilled(value)) return value
    if (typeof value === 'string') blank = value
  }
  return blank
}

export const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null

/** Whether a field may travel under its own name: persons' fields may not, nor names that reach an object's prototype. */
function mayTravel(name: string, isPrivate: RegExp | undefined, { travels }: Reading): boolean {
  const key = isPrivate ? name : `:${name}`
  const known = travels.get(key)
  if (known !== undefined) return known
  const may = !(name in Object.prototype || FORBIDDEN_KEYS.includes(name) || isPrivate?.test(name))
  travels.set(key, may)
  return may
}
