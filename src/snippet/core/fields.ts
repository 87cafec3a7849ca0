import { safely } from './safely.js'

/** An object with names, of whoever: what each value is has still to be seen. */
export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Stands for what throws when it is read: nobody can read a symbol either, so it becomes a problem of that field alone. */
const UNREADABLE = Symbol('unreadable')

/** A copy of what stands there, if it has names; else nothing at all. Getters of the page may throw. */
export function toFields(value: unknown): Fields {
  if (!isFields(value)) return {}
  return safely(() => ({ ...value })) ?? readEach(value)
}

/** What stands at a path of names joined by dots; undefined where it leads nowhere. */
export function readPath(from: unknown, path: string): unknown {
  let value = from
  for (const name of path.split('.')) value = safely(() => Object(value)[name])
  return value
}

/** One by one, so that a getter that throws costs its own field only. */
function readEach(fields: Fields): Fields {
  const names = safely(() => Object.keys(fields)) ?? []
  return Object.fromEntries(names.map((name) => safely(() => [name, fields[name]]) ?? [name, UNREADABLE]))
}
