import { safely } from './safely.js'

/** An object from the page. Its values are not checked yet. */
export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Replaces a value whose getter throws. JSON cannot carry a symbol, so the field is reported as unreadable. */
const UNREADABLE = Symbol('unreadable')

/** Copies an object of the page, whose getters may throw. Any other value becomes an empty object. */
export function toFields(value: unknown): Fields {
  if (!isFields(value)) return {}
  return safely(() => ({ ...value })) ?? readEach(value)
}

/** Reads the fields one by one, so a getter that throws costs its own field only. */
function readEach(fields: Fields): Fields {
  const names = safely(() => Object.keys(fields)) ?? []
  return Object.fromEntries(names.map((name) => safely(() => [name, fields[name]]) ?? [name, UNREADABLE]))
}
