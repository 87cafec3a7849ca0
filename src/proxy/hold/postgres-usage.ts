/**
 * About how much a database shared with other proxies has: counting at each arrival would cost more than storing it. So it
 * is counted at most once a second, and what this proxy does in between is added; others may add as much unseen, so a full
 * hold takes what comes within that second besides.
 */
import { HoldFullError, type State } from './index.js'

const COUNT_MS = 1_000
/** Counting many takes longer: it is never more than this part of the time. */
const MOST_OF_THE_TIME = 0.05

export type Stated = { state: State; events: number; bytes: number }
type Bounds = Record<'waiting' | 'waitingBytes' | 'dead' | 'deadBytes', number>

export interface Usage {
  /** Counts when it is time to, and waits for it the first time. */
  look(): Promise<void>
  /**
   * Counts an event in, before it is written.
   *
   * @returns what takes it back, when it was not
   * @throws HoldFullError
   */
  reserve(bytes: number): Promise<() => void>
  /** One that waited has gone. */
  remove(bytes: number): void
  /** @returns whether there may be too many dead letters now */
  addDead(bytes: number): boolean
}

export function createUsage(most: Bounds, count: () => Promise<Stated[]>): Usage {
  let counted: Bounds | undefined
  /** Added since the latest count began, which may have seen it or not. */
  let added: Bounds = toBounds([])
  let counting: Promise<void> | undefined
  let nextMs = 0

  async function read() {
    const fromMs = performance.now()
    if (counted) for (const name of NAMES) counted[name] += added[name] // counts until there is better
    added = toBounds([])
    try {
      counted = toBounds(await count())
    } finally {
      const tookMs = performance.now() - fromMs
      nextMs = fromMs + Math.max(COUNT_MS, tookMs / MOST_OF_THE_TIME)
      counting = undefined
    }
  }

  const isOver = (name: keyof Bounds, more: number) => (counted?.[name] ?? 0) + added[name] + more > most[name]

  async function look() {
    if (!counted || performance.now() >= nextMs) counting ??= read()
    const current = counting
    if (!counted) await current
    else current?.catch(() => {}) // what is written next will tell
  }

  return {
    look,
    async reserve(bytes) {
      await look()
      if (isOver('waiting', 1) || isOver('waitingBytes', bytes)) throw new HoldFullError()
      const into = added
      into.waiting += 1
      into.waitingBytes += bytes
      return () => {
        into.waiting -= 1
        into.waitingBytes -= bytes
      }
    },
    remove(bytes) {
      added.waiting -= 1
      added.waitingBytes -= bytes
    },
    addDead(bytes) {
      added.dead += 1
      added.deadBytes += bytes
      return isOver('dead', 0) || isOver('deadBytes', 0)
    },
  }
}

const NAMES = ['waiting', 'waitingBytes', 'dead', 'deadBytes'] as const

function toBounds(rows: Stated[]): Bounds {
  const find = (state: State) => rows.find((row) => row.state === state)
  return {
    waiting: find('waiting')?.events ?? 0,
    waitingBytes: find('waiting')?.bytes ?? 0,
    dead: find('dead')?.events ?? 0,
    deadBytes: find('dead')?.bytes ?? 0,
  }
}
