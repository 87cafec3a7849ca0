/** Content → JSON, in one pass that also cuts the private fields of the page's order. */
import { PRIVATE_NAME } from '../../contract/limits.js'
import type { Content } from './event.js'
import { type Fields, toFields } from './fields.js'
import { safely } from './safely.js'

/** The proxy takes an event 8 deep, with 8,000 values. */
const MAX_DEPTH = 8
const MAX_VALUES = 6_000
/** Names that lead to a field of an order or of a contact: the content itself, `said`, `passed`, its place there. */
const DEPTH_OF_FIELDS = 4

/** The place of an object in the content. */
interface Place {
  /** The names that lead to it. */
  path: string[]
  /** The objects round it. */
  owners: unknown[]
  /** The page has made it, so its private fields stay in the page. */
  isOfPage: boolean
}

/**
 * Names in `unreadable` the values that JSON cannot carry: NaN, a symbol, a circle, an element, too many values. Each object is copied
 * when its turn comes, so a getter that throws costs its own field only. Returns undefined if a toJSON of the page throws.
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
    // Prototype 1.6 gives arrays a toJSON() that makes texts of them (test/browser/old-libraries.spec.ts). Above an order's fields, the
    // objects are the script's own, even if the page has given them a field of this name.
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

/** JSON leaves it out of an object, which is right: pages push functions as callbacks. */
const isLeftOut = (value: unknown): boolean => value === undefined || typeof value === 'function'
