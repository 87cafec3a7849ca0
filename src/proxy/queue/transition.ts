/** One transition is one transaction: its changes of rows, counts and log lines take effect together. */
import { MINUTE_MS } from '../duration.js'
import type { Line, Log } from '../log/line.js'
import type { Clock } from './clock.js'
import type { Room } from './room.js'
import { FAILED, LANE, LANES, WAITS } from './schema.js'
import type { Store } from './store/index.js'
import { LEASE_MS, type Move } from './types.js'

/** The longest waits, and a minute: an untried event's, a failed one's, and one that `Retry-After` or a refusal sets. */
const LONGEST_WAIT_MS = { untried: 2 * MINUTE_MS, failed: 31 * MINUTE_MS, told: 61 * MINUTE_MS }

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
      if (hasJumped) {
        await ask(MAKE_DUE, [nowMs])
        await ask(END_LEASES, [nowMs + LEASE_MS])
      }
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

/** A due time later than the longest wait is of a wrong clock, and so is a lease that ends later than a new one. */
const MAKE_DUE = `
  UPDATE events SET due = ?1
  WHERE ${WAITS} AND (${LANE}) IN (${LANES}) AND due > CAST(?1 AS bigint) + CASE
    WHEN attempts = 0 THEN ${LONGEST_WAIT_MS.untried}
    WHEN ${FAILED} THEN ${LONGEST_WAIT_MS.failed}
    ELSE ${LONGEST_WAIT_MS.told} END`
const END_LEASES = `UPDATE events SET lease = 0 WHERE ${WAITS} AND lease > ?1`
