/** One transition is one transaction: its changes of rows, counts and log lines take effect together. */
import type { Line, Log } from '../log/line.js'
import type { Clock } from './clock.js'
import type { Room } from './room.js'
import { BY_TURN } from './schema.js'
import type { Store } from './store/index.js'
import type { Move } from './types.js'

/** Runs transitions. Their counts and log lines take effect once the transaction is on the disk. */
export function createMove(store: Store, log: Log, room?: Room, clock?: Clock): Move {
  /** The time by which the clock was set back, as long as waiting events were not set back yet. */
  let setBackMs = 0
  return async (urgency, work) => {
    let lines: Line[] = []
    let doneMs = 0
    let changes = room?.begin()
    const result = await store.transaction(urgency, async (transaction) => {
      lines = [] // the lines of a try that met another transaction
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

/** If several proxies share the database, each of them may do this, and events are then sent early. */
const SET_BACK = `UPDATE events SET due = due - ?1 WHERE ${BY_TURN} AND due > ?2`
