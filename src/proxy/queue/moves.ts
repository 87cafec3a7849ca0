/** A transaction that moves events: what it counts is written with it, what it tells is logged after it. */
import type { Line, Log } from '../log/line.js'
import type { Clock } from './clock.js'
import { setBack } from './line.js'
import type { Store } from './store/index.js'
import { createChanges, readTotals } from './totals.js'
import type { Move } from './types.js'

/** @param part which of several rows its totals are; see totals.ts */
export function createMove(store: Store, log: Log, part: string, clock?: Clock): Move {
  /** How far the clock was set back, and what waits was not yet. */
  let setBackMs = 0
  return async (urgency, work) => {
    let lines: Line[] = []
    let doneMs = 0
    const result = await store.transaction(urgency, async (transaction) => {
      lines = [] // of a try that met another transaction
      setBackMs += clock?.see(transaction.nowMs) ?? 0
      doneMs = setBackMs
      if (doneMs > 0) await setBack(transaction, doneMs)
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
    setBackMs -= doneMs
    for (const line of lines) log(line)
    return result
  }
}
