/** Shortens an order that is too long to outlive a page, by the length of what it says, and names what went. */
import { AIM_BYTES } from '../../contract/limits.js'
import type { Said } from '../../contract/said.js'
import { type Fields, toFields } from '../fields.js'
import { toJson } from '../safely.js'

/** What stays; each step only where the one before was not enough. */
const STEPS = [
  { longestText: 200, maxRows: Number.MAX_VALUE },
  { longestText: 200, maxRows: 50 },
  { longestText: 60, maxRows: 50 },
]

/** The content as JSON, if need be without what the API can do without. Sign-ups stay whole. */
export function toFittingText<Content extends { kind: string; said?: Said }>(
  content: Content,
  aimBytes = AIM_BYTES,
): string {
  const { kind, said } = content
  let text = toJson(content)
  for (const { longestText, maxRows } of STEPS)
    if (said && kind === 'convert' && toBytes(text) > aimBytes)
      text = toJson({ ...content, said: shorten(said, longestText, maxRows) })
  return text
}

/** Length in UTF-8. A Blob tells it too, but takes milliseconds. */
export const toBytes = (text: string): number => new TextEncoder().encode(text).length

function shorten({ found, named, passed, ...rest }: Said, longestText: number, maxRows: number): Said {
  const cut = new Set<string>()
  let pieces: number | undefined
  function toShort(this: Fields, name: string): unknown {
    const value = this[name]
    if (typeof value === 'string' && value.length > longestText) {
      cut.add('texts')
      return undefined
    }
    if (!Array.isArray(value) || value.length <= maxRows) return value
    cut.add('rows')
    pieces = countPieces(value) // of the last rows, which win over those before
    return value.slice(0, maxRows)
  }
  const short = JSON.parse(JSON.stringify({ found, named, passed }, toShort))
  return { ...rest, ...short, cut: cut.size > 0 ? [...cut] : undefined, pieces: pieces || undefined }
}

/** Pieces of the full cart; NaN where a quantity cannot be read. */
function countPieces(rows: unknown[]): number {
  let pieces = 0
  for (const row of rows) {
    const { item_qty, quantity, orderQuantity } = toFields(row)
    const text = JSON.stringify(item_qty ?? quantity ?? orderQuantity ?? 1)
    pieces += Number(/^\D*(\d+)(\.0+)?\D*$/.exec(text)?.[1])
  }
  return pieces
}
