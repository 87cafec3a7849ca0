/** Forgets what is past its time, some at a time, so that nobody waits long: all else goes on in between. */
import { expireDeadLetters } from './dead-letters.js'
import { DAY_MS, FIELDS_KEPT_MS } from './rules.js'
import type { Move, Working } from './types.js'

/** Rows looked at in one transaction: some milliseconds. */
const SWEPT_AT_ONCE = 2_000

interface Table {
  name: string
  key: string
  /** ?3 is what `toBound` makes of the time. */
  condition: string
  toBound(nowMs: number): number
}

const TABLES: Table[] = [
  { name: 'repeats', key: 'key', condition: 'expires <= ?3', toBound: (nowMs) => nowMs },
  { name: 'limits', key: 'customer', condition: 'day < ?3', toBound: (nowMs) => Math.floor(nowMs / DAY_MS) },
  { name: 'fields', key: 'customer', condition: 'occurred <= ?3', toBound: (nowMs) => nowMs - FIELDS_KEPT_MS },
]

/**
 * Nothing is forgotten while the clock may be wrong.
 *
 * @param isClosed the queue is being closed
 */
export async function sweep({ move, isClockRight }: Pick<Working, 'move' | 'isClockRight'>, isClosed: () => boolean) {
  await move('ack', async () => {}) // to see what time it is
  const isOver = () => isClosed() || !isClockRight()
  while (!isOver() && (await expireDeadLetters(move))) await breathe()
  for (const table of TABLES) await sweepTable(move, table, isOver)
}

/** Goes in the order of the key: an index on the times would be one more page to write with each event. */
async function sweepTable(move: Move, { name, key, condition, toBound }: Table, isOver: () => boolean) {
  let from: string | undefined = ''
  while (from !== undefined && !isOver()) {
    const after: string = from
    from = await move('ack', async ({ ask, nowMs }) => {
      const [end] = await ask<{ key: string }>(
        `SELECT ${key} AS key FROM ${name} WHERE ${key} > ?1 ORDER BY ${key} LIMIT 1 OFFSET ${SWEPT_AT_ONCE}`,
        [after],
      )
      const to = end?.key ?? '~' // behind all of base64url
      const sql = `DELETE FROM ${name} WHERE ${key} > ?1 AND ${key} <= ?2 AND ${condition}`
      await ask(sql, [after, to, toBound(nowMs)])
      return end?.key
    })
    await breathe()
  }
}

const breathe = () => new Promise((resolve) => setTimeout(resolve, 0))
