/** What leaves the page: a copy as plain JSON, without persons, and without what JSON cannot carry. */
import { PRIVATE_NAME } from '../../contract/limits.js'
import { isFields } from '../fields.js'
import { safely } from '../safely.js'

/** The proxy takes an event 8 deep (CONTRACT 5), and an order stands two below it. */
const MAX_DEPTH = 6
/** The proxy takes 8,000 values; a page may push its whole catalogue. */
const MAX_VALUES = 6_000

/**
 * Copies what a page or a caller says. Each value is asked by itself, so that a getter that throws costs its own field only.
 *
 * @param unreadable gets the names, with dots, of what JSON cannot carry
 * @param isLeftOut asked for each name
 */
function toPlain(
  said: unknown,
  unreadable: string[],
  isLeftOut = (name: string): boolean => PRIVATE_NAME.test(name),
): unknown {
  let left = MAX_VALUES
  const copy = (value: unknown, path: string, owners: object[]): unknown => {
    if (isCarried(value)) return value
    if (typeof value === 'function') return undefined // pages push them as callbacks
    const isTooMuch = --left < 0 || owners.length > MAX_DEPTH || owners.includes(Object(value))
    if (isTooMuch || typeof value !== 'object' || value === null || value instanceof Node) {
      unreadable.push(path)
      return undefined
    }
    const { toJSON }: { toJSON?: unknown } = value
    if (typeof toJSON === 'function' && !Array.isArray(value)) return copy(toJSON.call(value), path, owners) // a date
    return copyFields(value, path, [...owners, value])
  }
  const copyFields = (value: object, path: string, owners: object[]): unknown => {
    const fields: [string, unknown][] = []
    for (const name of Object.keys(value)) {
      if (isLeftOut(name)) continue
      const inner = path ? `${path}.${name}` : name
      const copied = safely(() => [copy(Reflect.get(value, name), inner, owners)])
      if (!copied) unreadable.push(inner)
      else if (copied[0] !== undefined) fields.push([name, copied[0]])
    }
    return Array.isArray(value) ? fields.map(([, each]) => each) : Object.fromEntries(fields)
  }
  return copy(said, '', [])
}

/** JSON has it, or leaves it out in silence. */
const isCarried = (value: unknown): boolean =>
  value === undefined || value === null || /^(string|boolean)$/.test(typeof value) || Number.isFinite(value)

/** The same of an object; an empty one where it is none. */
export function toPlainFields(said: unknown, unreadable: string[], isLeftOut?: (name: string) => boolean): object {
  return isFields(said) ? Object(safely(() => toPlain(said, unreadable, isLeftOut))) : {}
}
