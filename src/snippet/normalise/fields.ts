/** Reads the fields of one object, each by its reader. */

import { FORBIDDEN_KEYS } from '../../contract/limits.js'
import { attempt } from '../attempt.js'
import { type Problem, type ProblemCode, toProblem } from '../problem.js'
import { toText } from './text.js'

/** What the page or the caller has → what the contract wants; undefined when it cannot be read, and `say` may tell why. */
export type Reader = (value: unknown, say: (code: ProblemCode) => void) => unknown

/** A reader for each field that is no plain text, or the compiler complains; for others where one is needed. */
export type Readers<Fields> = Record<NonText<Fields>, Reader> & Partial<Record<keyof Fields, Reader>>
type NonText<Fields> = { [K in keyof Fields]-?: string extends NonNullable<Fields[K]> ? never : K }[keyof Fields]

/**
 * @param readers of the fields that are no plain text; every other field is text, known to the API or additional
 * @param place what the names of fields begin with in problems, such as `cart_items.0`; blank for the payload itself
 * @returns the fields that could be read; each other one is a problem. Absent and blank is neither
 */
export function readFields(
  source: unknown,
  readers: Record<string, Reader>,
  place: string,
  problems: Problem[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  if (!isObject(source)) problems.push(toProblem(place, 'unreadable'))
  else {
    for (const [name, value] of Object.entries(source)) {
      if (value == null || value === '' || typeof value === 'function' || FORBIDDEN_KEYS.includes(name)) continue
      let code: ProblemCode = 'unreadable'
      const say = (why: ProblemCode) => {
        code = why
      }
      const read = attempt(() => (readers[name] ?? toText)(value, say))
      if (read === undefined) problems.push(toProblem(place ? `${place}.${name}` : name, code))
      else if (read !== '') fields[name] = read
    }
  }
  return fields
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
