/** The setting `email`: the only place of the customer's address. */
import type { Fields } from '../../core/fields.js'
import { readPath } from '../read-path.js'
import { readSelector } from './selector.js'

/** An `@`, or an escape of it. */
const AT = /@|%40|&(#64|#x40|commat);/i

/** Reads a path in an entry, the latest first. If no entry has it, the place is a selector. */
export function readEmail(place: string, entries: Fields[]): string[] {
  for (const entry of [...entries].reverse())
    for (const value of [readPath(entry, place), readPath(entry.ecommerce, place)])
      if (typeof value === 'string' && AT.test(value)) return [value]
  const text = readSelector(document, place, 'email') ?? ''
  if (typeof text === 'object') return text.data ? [text.data] : []
  // A text that shoppers see is searched for words with an `@`.
  const words = text.replace(/^\s*mailto:([^?]*).*/is, '$1').split(/[\s<>:：]+/)
  return [...new Set(words.filter((word) => AT.test(word)))]
}
