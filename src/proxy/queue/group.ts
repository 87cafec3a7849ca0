/**
 * Writes that come together share one transaction, and with it the wait for the disk: most of what a write costs.
 *
 * A write that fails fails alone: the group is taken back and each of its writes done by itself.
 */
import type { Store, Transaction, Urgency } from './store/index.js'

/**
 * Someone waits for an arrival: what comes alone goes at once, what comes in a stream waits for others, at most this. Less
 * than any answer takes, so nobody waits longer for it. What became of an event goes along, or after the second time.
 */
const WAIT_MS = { arrival: 8, ack: 10 }
/** So that no customer is locked for long, and nobody else keeps waiting. */
const MOST_AT_ONCE = 64

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

type Work<Result> = (transaction: Transaction) => Promise<Result>

interface Job {
  urgency: Urgency
  /** Whose it is: groups of several proxies lock customers in the same order, or they would wait for each other. */
  customer: string
  work: Work<unknown>
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

export interface Group {
  /** @returns once it is on the disk, what `work` answered */
  add<Result>(urgency: Urgency, customer: string, work: Work<Result>): Promise<Result>
  /** Does now what waits. @returns when it, and what is under way, is done */
  flush(): Promise<void>
}

export function createGroup(store: Store, defer: Defer = deferByTimer): Group {
  let waiting: Job[] = []
  let lastMs = Number.NEGATIVE_INFINITY
  let planned: { atMs: number; cancel: () => void } | undefined
  const underWay = new Set<Promise<void>>()

  function plan(urgency: Urgency) {
    const nowMs = performance.now()
    const atMs = urgency === 'ack' ? nowMs + WAIT_MS.ack : Math.max(nowMs, lastMs + WAIT_MS.arrival)
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
    for (let from = 0; from < jobs.length; from += MOST_AT_ONCE) {
      const written = writeAll(jobs.slice(from, from + MOST_AT_ONCE))
      underWay.add(written)
      written.finally(() => underWay.delete(written))
    }
  }

  async function writeAll(jobs: Job[]): Promise<void> {
    const inOrder = [...jobs].sort((a, b) => (a.customer < b.customer ? -1 : Number(a.customer > b.customer)))
    const urgency = jobs.some((job) => job.urgency === 'arrival') ? 'arrival' : 'ack'
    let begun = false
    try {
      const results = await store.transaction(urgency, async (transaction) => {
        begun = true
        const outcomes: [Job, unknown][] = []
        for (const job of inOrder) outcomes.push([job, await job.work(transaction)])
        return outcomes
      })
      for (const [job, result] of results) job.resolve(result as never) // what its own `work` has answered
    } catch (error) {
      // Not begun: the database is away, or somebody else writes for long. Trying each alone would wait as often.
      if (begun && jobs.length > 1) for (const job of jobs) await writeAll([job])
      else for (const { reject } of jobs) reject(error)
    }
  }

  return {
    add: (urgency, customer, work) =>
      new Promise((resolve, reject) => {
        waiting.push({ urgency, customer, work, resolve, reject })
        plan(urgency)
      }),
    async flush() {
      begin()
      await Promise.all(underWay)
    },
  }
}
