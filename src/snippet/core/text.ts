/** Turns content into JSON, in one pass that also removes the private fields of the page's order. */
import { PRIVATE_NAME } from '../../contract/limits.js'
import type { Content } from './event.js'
import { type Fields, toFields } from './fields.js'
import { safely } from './safely.js'

/** The limits of the proxy: an event has at most 8 levels and 8,000 values. */
const MAX_DEPTH = 8
const MAX_VALUES = 6_000
/**
 * The number of names before a field of an order or contact: the content itself, `said`, `passed`, and its place there.
 */
const DEPTH_OF_FIELDS = 4

/** The place of an object in the content. */
interface Place {
  /** The names on the way to the object. */
  path: string[]
  /** The objects round it. */
  owners: unknown[]
  /** The object comes from the page, so its private fields stay in the page. */
  isOfPage: boolean
}

/**
 * Names in `unreadable` the values that JSON cannot carry: NaN, a symbol, a circle, an element, too many values. Each
 * object is copied just before it is read. So a getter that throws costs its own field only. Returns undefined if a
 * toJSON of the page throws.
 */
export function toText(content: Content): string | undefined {
  const { found, named, unreadable: known } = content.said ?? {}
  const unreadable: string[] = []
  const names = new Map<string, boolean>() // the rows of a cart have the same names
  const places = new Map<unknown, Place>()
  let left = MAX_VALUES
  function copy(this: Fields, name: string, given: unknown): unknown {
    const own = this[name]
    const { path, owners, isOfPage } = places.get(this) ?? { path: [], owners: [], isOfPage: false }
    // Prototype 1.6 gives arrays a toJSON() that turns them into texts (test/browser/old-libraries.spec.ts). Objects
    // above an order's fields belong to the script, even if the page has given them a field of this name.
    const value = Array.isArray(own) || path.length < DEPTH_OF_FIELDS ? own : given
    if (isOfPage && !names.has(name)) names.set(name, PRIVATE_NAME.test(name))
    if (isOfPage && names.get(name)) return undefined
    if (isCarried(value)) return value
    const inner = [...path, name]
    const isTooMuch = --left < 0 || owners.length >= MAX_DEPTH || owners.includes(own)
    if (isTooMuch || typeof value !== 'object' || value instanceof Node) {
      unreadable.push(inner.slice(DEPTH_OF_FIELDS).join('.')) // within the order
      return undefined
    }
    const copied = Array.isArray(value) ? value.filter((each) => !isLeftOut(each)) : toFields(value)
    const isNowOfPage = isOfPage || own === found || own === named?.json
    places.set(copied, { path: inner, owners: [...owners, own], isOfPage: isNowOfPage })
    return copied
  }
  const text = safely(() => JSON.stringify(content, copy))
  if (unreadable.length === 0 || known) return text
  return toText({ ...content, said: { ...content.said, unreadable } })
}

const isCarried = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  isLeftOut(value) ||
  Number.isFinite(value)

/**
 * Functions and undefined are not reported as unreadable. JSON leaves them out of an object, which is right because
 * pages push functions as callbacks.
 */
const isLeftOut = (value: unknown): boolean => value === undefined || typeof value === 'function'
