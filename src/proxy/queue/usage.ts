/**
 * How much the queue has: counting for each event would cost more than storing it. So it is counted at most once a second,
 * and what this proxy does in between is added; other proxies may add as much unseen, so a full queue takes what comes to
 * them within that second besides.
 */
import { QueueFullError } from './index.js'
import type { Bounds, DeadTotals } from './rules.js'

const COUNT_MS = 1_000
/** Counting many takes longer: it is never more than this part of the time. */
const MAX_SHARE_OF_TIME = 0.05

export type Totals = DeadTotals & Pick<Bounds, 'waiting' | 'waitingBytes'>

export interface Usage {
  /** Counts when it is time to, and waits for it the first time. */
  refresh(): Promise<void>
  /**
   * Counts an event in, before it is written. `refresh` comes before it.
   *
   * @returns what takes it back, when it was not
   * @throws QueueFullError
   */
  reserve(bytes: number): () => void
  add(more: Partial<Totals>): void
  /** There may be too many dead letters. */
  isOver(): boolean
}

/** @param isAlone nobody else changes how much there is: it is counted once */
export function createUsage(most: Bounds, count: () => Promise<Totals>, isAlone: boolean): Usage {
  let counted: Totals | undefined
  /** Added since the latest count began, which may have seen it or not. */
  let added = NOTHING
  let counting: Promise<void> | undefined
  let nextMs = 0

  async function read() {
    const fromMs = performance.now()
    const before = added
    added = NOTHING
    if (counted) counted = plus(counted, before) // counts until there is better
    try {
      counted = await count()
    } catch {
      counted ??= NOTHING // when nothing can be read at all, nothing can be written, either
    } finally {
      const tookMs = performance.now() - fromMs
      nextMs = isAlone ? Number.POSITIVE_INFINITY : fromMs + Math.max(COUNT_MS, tookMs / MAX_SHARE_OF_TIME)
      counting = undefined
    }
  }

  async function refresh() {
    if (!counted || performance.now() >= nextMs) counting ??= read()
    const current = counting
    if (!counted) await current
  }

  const toTotals = () => (counted ? plus(counted, added) : added)

  return {
    refresh,
    reserve(bytes) {
      const { waiting, waitingBytes } = toTotals()
      if (waiting + 1 > most.waiting || waitingBytes + bytes > most.waitingBytes) throw new QueueFullError()
      added = plus(added, { waiting: 1, waitingBytes: bytes })
      return () => {
        added = plus(added, { waiting: -1, waitingBytes: -bytes })
      }
    },
    add(more) {
      added = plus(added, more)
    },
    isOver() {
      const { dead, deadBytes, limited } = toTotals()
      return dead > most.dead || deadBytes > most.deadBytes || limited > most.limited
    },
  }
}

const NOTHING: Totals = { waiting: 0, waitingBytes: 0, dead: 0, deadBytes: 0, limited: 0 }

function plus(totals: Totals, more: Partial<Totals>): Totals {
  const { waiting = 0, waitingBytes = 0, dead = 0, deadBytes = 0, limited = 0 } = more
  return {
    waiting: totals.waiting + waiting,
    waitingBytes: totals.waitingBytes + waitingBytes,
    dead: totals.dead + dead,
    deadBytes: totals.deadBytes + deadBytes,
    limited: totals.limited + limited,
  }
}
