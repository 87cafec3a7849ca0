/** Reads the fields of one object, each by its reader. */
import { attempt } from '../attempt.js'
import { addProblem, type Problem, type ProblemCode } from '../problem.js'
import { toText } from './text.js'

/** What the page or the caller has → what the contract wants; undefined, or an object with the reason, when it cannot be read. */
export type Reader = (value: unknown) => unknown

/** What a reader answers when there is more to say than `unreadable`. */
export function because(code: ProblemCode): { code: ProblemCode } {
  return { code }
}

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
  if (!isObject(source)) addProblem(problems, place, 'unreadable')
  else {
    for (const name of Object.keys(source)) {
      if (name in {} || name === 'prototype') continue // no field, and `__proto__` reaches the object's prototype
      const read: unknown =
        attempt(() => {
          const value = source[name]
          if (value == null || (value === '' && name !== 'order_number') || typeof value === 'function') return ''
          return (readers[name] ?? toText)(value)
        }) ?? because('unreadable')
      if (isObject(read)) addProblem(problems, place ? `${place}.${name}` : name, String(read.code))
      else if (read !== '') fields[name] = read
    }
  }
  return fields
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
