/** How much the queue takes, and how much it has. */
import type { Settings } from '../settings.js'
import { count } from './count.js'
import { QueueFullError } from './index.js'
import type { Store } from './store/index.js'

/** How much the queue takes. */
export interface Bounds {
  /** Events that wait, and their size. */
  waiting: number
  waitingBytes: number
  /** Dead letters, and their size. */
  dead: number
  deadBytes: number
  /** Of dead letters: those anybody can make by sending more than a customer does. */
  limited: number
  /** Of one e-mail and day, unsigned: more than a customer does, and little enough that a stranger cannot bury one in mail. */
  addToList: number
  convert: number
}

export const toBounds = (settings: Settings): Bounds => ({
  waiting: settings.queueEvents,
  waitingBytes: settings.queueBytes,
  dead: settings.deadLetters,
  deadBytes: settings.deadLetterBytes,
  limited: Math.ceil(settings.deadLetters * LIMITED_SHARE),
  addToList: settings.dailySignUps,
  convert: settings.dailyConversions,
})
/** Of all dead letters. */
const LIMITED_SHARE = 0.2

/**
 * How much the queue has: counting for each event would cost more than storing it. So it is counted at most once a second,
 * and what this proxy does in between is added; other proxies may add as much unseen, so a full queue takes what comes to
 * them within that second besides.
 */
const COUNT_MS = 1_000
/** Where no other proxy adds to it, only what an operator drops is unseen; and a row that is read there has its price. */
const ALONE_COUNT_MS = 60_000
/** Counting many takes longer: it is never more than this part of the time. */
const MAX_SHARE_OF_TIME = 0.05

export type Totals = Omit<Bounds, 'addToList' | 'convert'>

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

export function createUsage(most: Bounds, store: Store): Usage {
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
      counted = await readTotals(store)
    } catch {
      counted ??= NOTHING // when nothing can be read at all, nothing can be written, either
    } finally {
      const tookMs = performance.now() - fromMs
      nextMs = fromMs + Math.max(store.isAlone ? ALONE_COUNT_MS : COUNT_MS, tookMs / MAX_SHARE_OF_TIME)
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

export async function readTotals(store: Store): Promise<Totals> {
  const { waiting, waitingBytes, dead, deadBytes, deadBy } = await count(store)
  const limited = deadBy.find(({ reason }) => reason === 'limited')?.count ?? 0
  return { waiting, waitingBytes, dead, deadBytes, limited }
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
