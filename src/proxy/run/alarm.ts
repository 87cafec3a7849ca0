/**
 * The one alarm of a Durable Object.
 *
 * The object may end at any moment, and its timers with it; its storage and this alarm remain. Whenever anything waits the
 * alarm is set, in the same turn as the write: both are on the disk, or neither is. Nothing is sent but while it runs, which
 * keeps the object alive.
 */

import { atMost } from '../at-most.js'
import type { ObjectStorage } from './cloudflare.js'

/** An alarm may run for 15 minutes (Cloudflare's limits, November 2026); nobody waits for the next one. */
const MAX_RUN_MS = 60_000
/** When to begin again should the object end while the alarm runs. Cloudflare repeats it too, six times at most. */
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
    storage.setAlarm(atMs).catch(() => {}) // without its storage the object ends
  }

  function set(atMs: number) {
    setMs = Number.POSITIVE_INFINITY
    setBy(atMs)
  }

  return {
    get running() {
      return running
    },
    /** There is something new to do after `waitMs`, or as soon as what runs then is done. */
    ring(waitMs: number) {
      rungMs = Math.min(rungMs, Date.now() + waitMs)
      if (!running) setBy(rungMs)
    },
    /** Calls back later, as a timer would, with the object's alarm. There is one plan; a new one takes its place. */
    defer(run: () => void, waitMs: number) {
      const plan = { run, atMs: Date.now() + waitMs }
      planned = plan
      if (!running) setBy(plan.atMs)
      return () => {
        if (planned === plan) planned = undefined
      }
    },
    /**
     * What the runtime calls. Does the work, again when `ring` was called meanwhile, and sets the next alarm.
     *
     * @param work answers when it is to be done again, whatever is planned; in the past: by the next alarm, at once
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
