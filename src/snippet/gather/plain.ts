/** What leaves the page: a copy as plain JSON, without persons, and without what JSON cannot carry. */
import { PRIVATE_NAME } from '../../contract/limits.js'
import type { Said } from '../../contract/said.js'

/** The proxy takes an event 8 deep, two of which are the event itself and all that was said. */
const MAX_DEPTH = 6
/** The proxy takes 8,000 values; a page may push its whole catalogue. */
const MAX_VALUES = 6_000

/** Orders as the page has them. What a shop passes or names itself, and sign-ups, have the persons that they are to have. */
const OF_PAGE = /^\.(found|named\.json)\b/

/**
 * Copies what a page or a caller says. Each value is asked by itself, so that a getter that throws costs its own field only; what
 * JSON cannot carry is named in `unreadable`.
 */
export function toPlain(said: Said): Said {
  const unreadable: string[] = []
  let left = MAX_VALUES
  const copy = (value: unknown, path: string, owners: unknown[]): unknown => {
    if (isCarried(value)) return value
    if (typeof value === 'function') return undefined // pages push them as callbacks
    const isTooMuch = --left < 0 || owners.length > MAX_DEPTH || owners.includes(value)
    if (isTooMuch || typeof value !== 'object' || value === null || value instanceof Node) throw value
    const { toJSON }: { toJSON?: unknown } = value
    if (typeof toJSON === 'function' && !Array.isArray(value)) return copy(toJSON.call(value), path, owners) // a date
    const fields: [string, unknown][] = []
    const inside = [...owners, value]
    const isOfPage = OF_PAGE.test(path)
    for (const name of Object.keys(value)) {
      const inner = `${path}.${name}`
      if (isOfPage && PRIVATE_NAME.test(name)) continue
      try {
        const copied = copy(Reflect.get(value, name), inner, inside)
        if (copied !== undefined) fields.push([name, copied])
      } catch {
        unreadable.push(inner.split('.').slice(3).join('.')) // within the order
      }
    }
    return Array.isArray(value) ? fields.map(([, each]) => each) : Object.fromEntries(fields)
  }
  const plain = Object(copy(said, '', []))
  return unreadable.length > 0 ? { unreadable, ...plain } : plain
}

/** JSON has it, or leaves it out in silence. */
const isCarried = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value)
