/** Shortens an order that is too large to send, by the length of its values, and names the removed parts. */
import { AIM_BYTES } from '../../../contract/limits.js'
import type { Raw } from '../../../contract/raw.js'
import { createEvent, type QueuedEvent } from '../../core/event.js'
import { type Fields, toFields } from '../../core/fields.js'
import { parseJson, toJson } from '../../core/safely.js'

/** The parts to keep. Each step is taken only if the one before was not enough. */
const STEPS = [
  { longestText: 200, maxRows: Number.MAX_VALUE },
  { longestText: 200, maxRows: 50 },
  { longestText: 60, maxRows: 50 },
]

/** Gives the event a shorter text, with at most 16 KiB if possible. A sign-up stays as it is. */
export function shorten(event: QueuedEvent): void {
  const { raw, ...content } = toFields(parseJson(event.text)) as { raw?: Raw }
  for (const { longestText, maxRows } of STEPS) {
    if (!raw || event.kind !== 'convert' || event.bytes <= AIM_BYTES) return
    const { text, bytes } = createEvent(event, toJson({ ...content, raw: cut(raw, longestText, maxRows) }), event.at)
    Object.assign(event, { text, bytes })
  }
}

function cut({ entries, named, marked, platform, passed, ...rest }: Raw, longestText: number, maxRows: number): Raw {
  const removed = new Set<string>()
  let pieces: number | undefined
  function toShort(this: Fields, name: string): unknown {
    const value = this[name]
    if (typeof value === 'string' && value.length > longestText) {
      removed.add('texts')
      return undefined
    }
    if (!Array.isArray(value) || value.length <= maxRows) return value
    removed.add('rows')
    pieces = countPieces(value) // of the last rows, which replace the earlier ones
    return value.slice(0, maxRows)
  }
  const short = JSON.parse(JSON.stringify({ entries, named, marked, platform, passed }, toShort))
  return { ...rest, ...short, cut: removed.size > 0 ? [...removed] : undefined, pieces: pieces || undefined }
}

/** Counts the pieces of the full cart. NaN if a quantity cannot be read. */
function countPieces(rows: unknown[]): number {
  let pieces = 0
  for (const row of rows) {
    const { item_qty, quantity, orderQuantity } = toFields(row)
    const text = JSON.stringify(item_qty ?? quantity ?? orderQuantity ?? 1)
    pieces += Number(/^\D*(\d+)(\.0+)?\D*$/.exec(text)?.[1])
  }
  return pieces
}
