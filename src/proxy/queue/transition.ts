/** One transition is one transaction: what it changes in the rows, counts and logs takes effect together. */
import type { Line, Log } from '../log/line.js'
import type { Clock } from './clock.js'
import type { Room } from './room.js'
import { BY_TURN } from './schema.js'
import type { Store } from './store/index.js'
import type { Move } from './types.js'

/** Runs transitions: what one counts becomes known, and what it tells is logged, once it is on the disk. */
export function createMove(store: Store, log: Log, room?: Room, clock?: Clock): Move {
  /** How far the clock was set back, while waiting events were not set back yet. */
  let setBackMs = 0
  return async (urgency, work) => {
    let lines: Line[] = []
    let doneMs = 0
    let changes = room?.begin()
    const result = await store.transaction(urgency, async (transaction) => {
      lines = [] // of a try that met another transaction
      changes = room?.begin()
      setBackMs += clock?.see(transaction.nowMs) ?? 0
      doneMs = setBackMs
      if (doneMs > 0) await transaction.ask(SET_BACK, [doneMs, transaction.nowMs])
      await room?.refresh(transaction)
      return work({
        ...transaction,
        tell: (line) => void lines.push(line),
        count: changes?.count ?? (() => {}),
        takeRoom: changes?.takeRoom ?? (() => true),
        hasDied: false,
      })
    })
    setBackMs -= doneMs
    changes?.commit()
    for (const line of lines) log(line)
    return result
  }
}

/** Several proxies that share the database may do it, and then send events early. */
const SET_BACK = `UPDATE events SET due = due - ?1 WHERE ${BY_TURN} AND due > ?2`
