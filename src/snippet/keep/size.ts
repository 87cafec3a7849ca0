/** Shortens an order that is too long to outlive a page, by the length of what it says, and names what went. */
import { AIM_BYTES } from '../../contract/limits.js'
import type { Said } from '../../contract/said.js'
import { type Fields, toFields } from '../fields.js'
import { type Event, toText } from './event.js'

/** Takes out one field if it is too long; true when it was. */
type Shorten = (owner: Fields, name: string, said: Said) => boolean

const MAX_ROWS = 50

/** What goes, in this order, and only while the event is still too long. */
const STEPS: [cut: 'texts' | 'rows', shorten: Shorten][] = [
  ['texts', (owner, name) => dropText(owner, name, 200)],
  ['rows', dropRows],
  ['texts', (owner, name) => dropText(owner, name, 60)],
]

/** Makes the event's text, if need be without what the API can do without. Sign-ups stay whole. */
export function fitEvent(event: Event, aimBytes = AIM_BYTES): void {
  const { kind, said } = event.content
  measure(event)
  if (!said || kind !== 'convert') return
  for (const [cut, shorten] of STEPS) {
    if (event.bytes <= aimBytes) return
    // In the order in which they win: the pieces are those of the rows that count.
    const isShorter = [said.found, said.named, said.passed].map((each) => shortenAll(each, shorten, said))
    if (!isShorter.includes(true)) continue
    said.cut = [...new Set([...(said.cut ?? []), cut])]
    measure(event)
  }
}

function measure(event: Event): void {
  event.text = toText(event.content)
  event.bytes = toBytes(event.text)
}

/** Of UTF-8. A Blob tells it too, but takes milliseconds. */
const toBytes = (text: string): number => new TextEncoder().encode(text).length

function shortenAll(value: unknown, shorten: Shorten, said: Said): boolean {
  let isShorter = false
  const owner = Object(value)
  if (typeof value === 'object')
    for (const name of Object.keys(owner))
      isShorter = shorten(owner, name, said) || shortenAll(owner[name], shorten, said) || isShorter
  return isShorter
}

function dropText(owner: Fields, name: string, longest: number): boolean {
  const { [name]: text } = owner
  return typeof text === 'string' && text.length > longest && delete owner[name]
}

function dropRows(owner: Fields, name: string, said: Said): boolean {
  const { [name]: rows } = owner
  if (!Array.isArray(rows) || rows.length <= MAX_ROWS) return false
  const pieces = countPieces(rows)
  if (pieces) said.pieces = pieces
  rows.splice(MAX_ROWS)
  return true
}

/** Of the full cart; NaN where a quantity cannot be read. */
function countPieces(rows: unknown[]): number {
  let pieces = 0
  for (const row of rows) {
    const { item_qty, quantity, orderQuantity } = toFields(row)
    const text = JSON.stringify(item_qty ?? quantity ?? orderQuantity ?? 1)
    pieces += Number(/^\D*(\d+)(\.0+)?\D*$/.exec(text)?.[1])
  }
  return pieces
}
