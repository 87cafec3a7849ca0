/** A transaction that moves events: what it counts is written with it, what it tells is logged after it. */
import type { Line, Log } from '../log/line.js'
import type { Clock } from './clock.js'
import type { Store } from './store/index.js'
import { createChanges, readTotals } from './totals.js'
import type { Move } from './types.js'

/** @param part which of several rows its totals are; see totals.ts */
export function createMove(store: Store, log: Log, part: string, clock?: Clock): Move {
  return async (urgency, work) => {
    let lines: Line[] = []
    const result = await store.transaction(urgency, async (transaction) => {
      lines = [] // of a try that met another transaction
      clock?.see(transaction.nowMs)
      const changes = createChanges()
      const done = await work({
        ...transaction,
        count: changes.add,
        totals: async () => changes.addTo(await readTotals(transaction.ask)),
        hasDied: changes.hasDied,
        tell: (line) => void lines.push(line),
      })
      await changes.write(transaction, part)
      return done
    })
    for (const line of lines) log(line)
    return result
  }
}
