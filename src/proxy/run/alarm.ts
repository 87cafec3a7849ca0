/**
 * The one alarm of a Durable Object.
 *
 * The object may end at any moment, and its timers end with it. Its storage and this alarm remain. Whenever an event
 * waits, the alarm is set in the turn of the write, so both or neither are on the disk. Events are sent only while the
 * alarm runs, because it keeps the object alive.
 */

import { atMost } from '../at-most.js'
import type { ObjectStorage } from './cloudflare.js'

/** An alarm may run for 15 minutes (Cloudflare's limits, November 2026). Nothing waits for the next one. */
const MAX_RUN_MS = 60_000
/**
 * The time at which the work begins again if the object ends while the alarm runs. Cloudflare also repeats the alarm,
 * at most six times.
 */
const SAFETY_MS = 5_000

export type Alarm = ReturnType<typeof createAlarm>

export function createAlarm(storage: ObjectStorage) {
  let running = false
  let rungMs = Number.POSITIVE_INFINITY
  let setMs = Number.POSITIVE_INFINITY
  let planned: { run: () => void; atMs: number } | undefined

  function setBy(atMs: number) {
    if (setMs <= atMs) return
    setMs = atMs
    storage.setAlarm(atMs).catch(() => {}) // if its storage fails, the object ends
  }

  function set(atMs: number) {
    setMs = Number.POSITIVE_INFINITY
    setBy(atMs)
  }

  return {
    get running() {
      return running
    },
    /** Plans new work after `waitMs`, or directly after the current run. */
    ring(waitMs: number) {
      rungMs = Math.min(rungMs, Date.now() + waitMs)
      if (!running) setBy(rungMs)
    },
    /** Calls back later like a timer, with the object's alarm. There is one plan, and a new one replaces it. */
    defer(run: () => void, waitMs: number) {
      const plan = { run, atMs: Date.now() + waitMs }
      planned = plan
      if (!running) setBy(plan.atMs)
      return () => {
        if (planned === plan) planned = undefined
      }
    },
    /**
     * Called by the runtime. Does the work, repeats it if `ring` was called in the meantime, and sets the next alarm.
     *
     * @param work returns the time at which it is due again, whatever is planned. If that time is over, the next alarm
     *   does it at once
     */
    async run(work: () => Promise<number>) {
      const endMs = Date.now() + MAX_RUN_MS
      let nextMs = endMs
      running = true
      set(Date.now() + SAFETY_MS)
      try {
        do {
          rungMs = Number.POSITIVE_INFINITY
          const plan = planned
          planned = undefined
          plan?.run()
          nextMs = (await atMost(endMs - Date.now(), work())) ?? endMs
        } while (rungMs <= Date.now() && nextMs > Date.now() && Date.now() < endMs)
      } finally {
        running = false
        set(Math.min(rungMs, nextMs, planned?.atMs ?? nextMs))
      }
    },
  }
}
