/**
 * Writes that come together share one transaction, and with it the wait for the disk: most of what a write costs.
 *
 * A write that fails fails alone: the group is taken back and each of its writes done by itself.
 */
import type { Database } from './database.js'
import { HoldFullError } from './index.js'

/**
 * Someone waits for these: what comes alone goes at once, what comes in a stream waits for the next turn, at most this. Less
 * than any answer takes, so nobody waits longer for it.
 */
const ARRIVAL_MS = 8
/** Nobody waits for what became of an event, so it goes along with the next arrival, or after this time. */
const SETTLED_MS = 10

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

/** What one write has changed in memory is put back with these, newest first. */
export type Undo = (() => void)[]

interface Job {
  write: (undo: Undo) => unknown
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

export interface Group {
  /** @returns once it is on the disk, what `write` answered */
  add<Result>(urgency: 'arrival' | 'settled', write: (undo: Undo) => Result): Promise<Result>
  /** Does now what waits. */
  flush(): void
}

export function createGroup(db: Database, defer: Defer = deferByTimer): Group {
  /** Written first: what comes takes the pages that what goes has left, and they are written once, not twice. */
  let settled: Job[] = []
  let arrivals: Job[] = []
  let lastMs = Number.NEGATIVE_INFINITY
  let planned: { atMs: number; cancel: () => void } | undefined

  function plan(urgency: 'arrival' | 'settled') {
    const nowMs = performance.now()
    const atMs = urgency === 'settled' ? nowMs + SETTLED_MS : Math.max(nowMs, lastMs + ARRIVAL_MS)
    if (planned && planned.atMs <= atMs) return
    planned?.cancel()
    planned = { atMs, cancel: defer(flush, atMs - nowMs) }
  }

  function flush() {
    planned?.cancel()
    planned = undefined
    const group = [...settled, ...arrivals]
    settled = []
    arrivals = []
    if (group.length > 0) writeAll(group)
    lastMs = performance.now()
  }

  function writeAll(group: Job[]) {
    const outcomes: { job: Job; result?: unknown; refused?: HoldFullError }[] = []
    const undo: Undo = []
    let begun = false
    try {
      db.transact(() => {
        begun = true
        for (const job of group) outcomes.push({ job, ...writeOne(job, undo) })
      })
    } catch (error) {
      for (const back of undo.reverse()) back()
      // Not begun: somebody else writes for longer than we wait. Trying each alone would wait as often.
      if (begun && group.length > 1) for (const job of group) writeAll([job])
      else for (const { reject } of group) reject(error)
      return
    }
    const tell = () => {
      for (const { job, result, refused } of outcomes) {
        if (refused) job.reject(refused)
        else job.resolve(result as never) // what its own `write` has answered
      }
    }
    if (!db.sync) return tell()
    db.sync().then(tell, (error: unknown) => {
      for (const { reject } of group) reject(error)
    })
  }

  function writeOne({ write }: Job, undo: Undo) {
    try {
      return { result: write(undo) }
    } catch (error) {
      if (error instanceof HoldFullError) return { refused: error } // it has written nothing: its group goes on
      throw error
    }
  }

  return {
    add: (urgency, write) =>
      new Promise((resolve, reject) => {
        const jobs = urgency === 'settled' ? settled : arrivals
        jobs.push({ write, resolve, reject })
        plan(urgency)
      }),
    flush,
  }
}
