/** Shortens an order that is too large to send, by the length of its values, and names the removed parts. */
import { AIM_BYTES } from '../../../contract/limits.js'
import type { Raw } from '../../../contract/raw.js'
import { createEvent, type QueuedEvent } from '../../core/event.js'
import { type Fields, toFields } from '../../core/fields.js'
import { parseJson, toJson } from '../../core/safely.js'

/** The parts to keep. */
interface Step {
  longestText: number
  maxRows: number
  /** Only the last entry keeps rows. The earlier ones are carts of the same page. */
  isLatestOnly?: boolean
}

/** Each step is done only if the one before was not enough. */
const STEPS: Step[] = [
  { longestText: 200, maxRows: Number.MAX_VALUE },
  { longestText: 200, maxRows: 50 },
  { longestText: 60, maxRows: 50 },
  { longestText: 60, maxRows: 50, isLatestOnly: true },
]

/** Gives the event a shorter text, with at most 16 KiB if possible. A sign-up stays as it is. */
export function shorten(event: QueuedEvent): void {
  const { raw, ...content } = toFields(parseJson(event.text)) as { raw?: Raw }
  for (const step of STEPS) {
    if (!raw || event.kind !== 'convert' || event.bytes <= AIM_BYTES) return
    const { text, bytes } = createEvent(event, toJson({ ...content, raw: cut(raw, step) }), event.at)
    Object.assign(event, { text, bytes })
  }
}

function cut({ entries, named, marked, platform, passed, ...rest }: Raw, step: Step): Raw {
  const removed = new Set<string>()
  let pieces: number | undefined
  const toShort = (most: number) =>
    function (this: Fields, name: string): unknown {
      const value = this[name]
      if (typeof value === 'string' && value.length > step.longestText) {
        removed.add('texts')
        return undefined
      }
      const isEntry = name === '' // the arguments of gtag() are a list
      if (!Array.isArray(value) || isEntry || value.length <= most) return value
      removed.add('rows')
      if (most > 0) pieces = countPieces(value) // of the last rows, which replace the earlier ones
      return value.slice(0, most)
    }
  const shorten = (part: unknown, most: number) => JSON.parse(JSON.stringify(part, toShort(most)))
  const last = (entries?.length ?? 0) - 1
  const short = entries?.map((entry, place) => shorten(entry, step.isLatestOnly && place < last ? 0 : step.maxRows))
  const others = shorten({ named, marked, platform, passed }, step.maxRows)
  return {
    ...rest,
    entries: short,
    ...others,
    cut: removed.size > 0 ? [...removed] : undefined,
    pieces: pieces || undefined,
  }
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
