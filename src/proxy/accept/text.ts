/**
 * Text as the contract has it: composed (NFC), without controls and lone surrogates. A page's text comes so from the snippet;
 * what anybody else sends is brought to it here, names of fields too, before it is checked, compared and stored.
 */
import { FORBIDDEN_KEYS } from '../../contract/limits.js'

/** Most text is ASCII, and is as it should be. */
const PLAIN = /^[\x20-\x7e]*$/
const NO_TEXT = /[\p{Cc}\p{Cs}]+/gu

/** What is no text becomes a space, and goes at either end. */
function toText(text: string): string {
  if (PLAIN.test(text)) return text
  const composed = text.normalize()
  const clean = composed.replace(NO_TEXT, ' ')
  return clean === composed ? composed : clean.trim()
}

/**
 * Cleans all text within a value, in place. A name that would become empty, dangerous, or the name of another field, goes with
 * its value.
 *
 * @param value parsed JSON of a bounded depth
 * @param onDropped gets the names that went
 */
export function cleanText(value: unknown, onDropped: (name: string) => void): unknown {
  if (typeof value === 'string') return toText(value)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown> // parsed JSON, so an array or a plain object
  for (const key of Object.keys(fields)) {
    const cleaned = cleanText(fields[key], onDropped)
    const name = toText(key)
    if (name === key) {
      fields[key] = cleaned
      continue
    }
    delete fields[key]
    if (name === '' || name in fields || FORBIDDEN_KEYS.includes(name)) onDropped(key)
    else fields[name] = cleaned
  }
  return value
}
