/** What is written within milliseconds goes as one, and with it the wait for the disk: most of what a write costs. */
import type { Urgency } from './store/index.js'

/**
 * Someone waits for an arrival: what comes alone goes at once, what comes in a stream waits for others, at most this. Less
 * than any answer takes, so nobody waits longer for it. What became of an event goes along, or after the second time.
 */
const WAIT_MS = { accept: 8, ack: 10 }
/** The most writes in a transaction: no customer is locked for long, and nobody else keeps waiting. */
const MAX_AT_ONCE = 64

// Taken now: tests that put a fake clock in place later still have writes that end.
const { setImmediate, clearImmediate, setTimeout, clearTimeout, performance } = globalThis

/** Calls `run` after `waitMs`. @returns what takes it back */
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

/** @param writeAll answers in the order of the items: of one that failed with its error */
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
    /** @returns once it is written, what became of it */
    add: (urgency: Urgency, item: Item) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        plan(urgency)
      }),
    /** Does now what waits. @returns when it, and what is under way, is done */
    async flush() {
      begin()
      await Promise.all(inFlight)
    },
  }
}
