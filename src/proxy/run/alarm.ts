/**
 * The one alarm of a Durable Object.
 *
 * The object may end at any moment, and its timers end with it. Its storage and this alarm remain. The alarm is set in
 * the transaction that stores an event, so both or neither are on the disk. Events are sent only while the alarm runs,
 * because it keeps the object alive.
 */

import { atMost } from '../at-most.js'
import type { ObjectStorage } from '../cloudflare.js'

/** An alarm may run for 15 minutes (Cloudflare's limits, November 2026). Nothing waits for the next one. */
const MAX_RUN_MS = 60_000
/**
 * The time at which the work begins again if the object ends while the alarm runs. Cloudflare also repeats the alarm,
 * at most six times.
 */
const SAFETY_MS = 5_000

export function createAlarm(storage: Pick<ObjectStorage, 'setAlarm'>) {
  let isRunning = false
  let nextMs = Number.POSITIVE_INFINITY
  let onAlarm = () => {}

  const set = (atMs: number) => void storage.setAlarm(atMs).catch(() => {}) // if its storage fails, the object ends

  /** Sets the alarm, unless it is set for an earlier time. An alarm that runs sets it at its end. */
  function setBy(atMs: number) {
    if (nextMs <= atMs) return
    nextMs = atMs
    if (!isRunning) set(atMs)
  }

  return {
    isRunning: () => isRunning,
    setBy,
    /** Calls back with the next alarm, after `waitMs` at the latest. A new plan replaces the old one. */
    defer(run: () => void, waitMs: number) {
      onAlarm = run
      setBy(Date.now() + waitMs)
      return () => {}
    },
    /**
     * Called by the runtime. Does the work, and sets the next alarm.
     *
     * @param work returns the time at which it is due again, whatever is planned
     */
    async run(work: () => Promise<number>) {
      let dueMs = Date.now() + MAX_RUN_MS // if the work fails, or is not done by then
      isRunning = true
      nextMs = Number.POSITIVE_INFINITY
      set(Date.now() + SAFETY_MS)
      try {
        onAlarm()
        dueMs = (await atMost(MAX_RUN_MS, work())) ?? dueMs
      } finally {
        isRunning = false
        nextMs = Math.min(nextMs, dueMs)
        set(nextMs)
      }
    },
  }
}
