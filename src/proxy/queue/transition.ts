/** One transition is one transaction: its changes of rows, counts and log lines take effect together. */
import type { Line, Log } from '../log/line.js'
import type { Clock } from './clock.js'
import type { Room } from './room.js'
import { LANE, LANES, WAITS } from './schema.js'
import type { Store } from './store/index.js'
import type { Move } from './types.js'

/** The longest waits: an hour for a tried event (`Retry-After`), a minute for others. A later due time is of a wrong clock. */
const LONGEST_WAIT_MS = { tried: 3_660_000, untried: 120_000 }

export function createMove(store: Store, log: Log, room: Room, clock?: Clock): Move {
  /** The clock has jumped, and no transaction has followed. */
  let hasJumped = false
  return async (urgency, work) => {
    let lines: Line[] = []
    let changes = room.begin()
    const result = await store.transaction(urgency, async (transaction) => {
      lines = [] // the lines of a try that met another transaction
      const { ask, nowMs } = transaction
      hasJumped = clock?.check(nowMs) || hasJumped
      if (hasJumped) await ask(MAKE_DUE, [nowMs, nowMs + LONGEST_WAIT_MS.untried, nowMs + LONGEST_WAIT_MS.tried])
      await room.refresh(transaction)
      changes = room.begin()
      return work({ ...transaction, tell: (line) => void lines.push(line), room: changes })
    })
    hasJumped = false
    changes.commit()
    for (const line of lines) log(line)
    return result
  }
}

const MAKE_DUE = `
  UPDATE events SET due = ?1
  WHERE ${WAITS} AND (${LANE}) IN (${LANES}) AND due > CASE WHEN attempts > 0 THEN CAST(?3 AS bigint) ELSE CAST(?2 AS bigint) END`
