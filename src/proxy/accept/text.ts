/**
 * Cleans texts and names of fields before they are checked and stored. A back end sends a payload of version 1, which
 * may contain any text.
 */
import { FORBIDDEN_KEYS } from '../../contract/limits.js'
import { cleanText } from '../../normalise/text.js'

/**
 * Cleans all text within a value, in place. A field is removed if its clean name would be empty, dangerous, or the name
 * of another field.
 *
 * @param value parsed JSON of a bounded depth
 * @param onDrop gets the names of removed fields
 */
export function cleanTree(value: unknown, onDrop: (name: string) => void): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown> // parsed JSON, so an array or a plain object
  for (const key of Object.keys(fields)) {
    const clean = cleanTree(fields[key], onDrop)
    const name = cleanText(key)
    if (name === key) {
      fields[key] = clean
      continue
    }
    delete fields[key]
    if (name === '' || name in fields || FORBIDDEN_KEYS.includes(name)) onDrop(key)
    else fields[name] = clean
  }
  return value
}
