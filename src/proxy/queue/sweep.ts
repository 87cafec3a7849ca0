/** Forgets what is past its time, some at a time, so that nobody waits long: all else goes on in between. */
import { expireDeadLetters } from './dead-letters.js'
import { DAY_MS, FIELDS_KEPT_MS } from './rules.js'
import type { Move, Working } from './types.js'

/** Rows looked at in one transaction: some milliseconds. */
const SWEPT_AT_ONCE = 2_000

/** What is over at ?3, the time. */
const TABLES = [
  { name: 'repeats', key: 'key', isOver: 'expires <= ?3' },
  { name: 'limits', key: 'customer', isOver: `day < CAST(?3 AS bigint) / ${DAY_MS}` },
  { name: 'fields', key: 'customer', isOver: `occurred <= CAST(?3 AS bigint) - ${FIELDS_KEPT_MS}` },
]

/**
 * Nothing is forgotten while the clock may be wrong.
 *
 * @param isClosed the queue is being closed
 */
export async function sweep({ move, isClockRight }: Pick<Working, 'move' | 'isClockRight'>, isClosed: () => boolean) {
  await move('ack', async () => {}) // to see what time it is
  const isEnded = () => isClosed() || !isClockRight()
  while (!isEnded() && (await expireDeadLetters(move))) await breathe()
  for (const table of TABLES) await sweepTable(move, table, isEnded)
}

/** Goes in the order of the key: an index on the times would be one more page to write with each event. */
async function sweepTable(move: Move, { name, key, isOver }: (typeof TABLES)[number], isEnded: () => boolean) {
  let from: string | undefined = ''
  while (from !== undefined && !isEnded()) {
    const after: string = from
    from = await move('ack', async ({ ask, nowMs }) => {
      const [end] = await ask<{ key: string }>(
        `SELECT ${key} AS key FROM ${name} WHERE ${key} > ?1 ORDER BY ${key} LIMIT 1 OFFSET ${SWEPT_AT_ONCE}`,
        [after],
      )
      const to = end?.key ?? '~' // behind all of base64url
      const sql = `DELETE FROM ${name} WHERE ${key} > ?1 AND ${key} <= ?2 AND ${isOver}`
      await ask(sql, [after, to, nowMs])
      return end?.key
    })
    await breathe()
  }
}

const breathe = () => new Promise((resolve) => setTimeout(resolve, 0))
