/** Writes of the same milliseconds share one transaction, because most of the cost of a write is the wait for the disk. */
import type { Urgency } from './store/index.js'

/**
 * How long a write waits for others. A single arrival is written at once; in a stream, arrivals wait for less time than any
 * answer takes. The end of an event is written with the next arrivals, or after the second time.
 */
const WAIT_MS = { accept: 8, ack: 10 }
/** The most writes in a transaction, so that it is short. */
const MAX_AT_ONCE = 64

// Taken when the module loads, so that writes also end in tests with a fake clock.
const { setImmediate, clearImmediate, setTimeout, clearTimeout, performance } = globalThis

/** Calls `run` after `waitMs`. @returns a function that cancels it */
export type Defer = (run: () => void, waitMs: number) => () => void

const deferByTimer: Defer = (run, waitMs) => {
  if (waitMs <= 0) {
    const turn = setImmediate(run)
    return () => clearImmediate(turn)
  }
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

interface Job<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** @param writeAll answers in the order of the items, with an error for each item that failed */
export function createGroup<Item, Result>(
  writeAll: (items: Item[]) => Promise<(Result | Error)[]>,
  defer: Defer = deferByTimer,
) {
  let waiting: Job<Item, Result>[] = []
  let lastMs = Number.NEGATIVE_INFINITY
  let planned: { atMs: number; cancel: () => void } | undefined
  const inFlight = new Set<Promise<void>>()

  function plan(urgency: Urgency) {
    const nowMs = performance.now()
    const atMs = urgency === 'ack' ? nowMs + WAIT_MS.ack : Math.max(nowMs, lastMs + WAIT_MS.accept)
    if (planned && planned.atMs <= atMs) return
    planned?.cancel()
    planned = { atMs, cancel: defer(begin, atMs - nowMs) }
  }

  function begin() {
    planned?.cancel()
    planned = undefined
    lastMs = performance.now()
    const jobs = waiting
    waiting = []
    for (let from = 0; from < jobs.length; from += MAX_AT_ONCE) {
      const written = write(jobs.slice(from, from + MAX_AT_ONCE))
      inFlight.add(written)
      written.finally(() => inFlight.delete(written))
    }
  }

  async function write(jobs: Job<Item, Result>[]): Promise<void> {
    try {
      const results = await writeAll(jobs.map(({ item }) => item))
      for (const [place, { resolve, reject }] of jobs.entries()) {
        const result = results[place] as Result | Error // one for each
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of jobs) reject(error)
    }
  }

  return {
    /** @returns what became of the item, once it is written */
    add: (urgency: Urgency, item: Item) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        plan(urgency)
      }),
    /** Writes the waiting items now, and resolves when all writes have ended. */
    async flush() {
      begin()
      await Promise.all(inFlight)
    },
  }
}
