/** The time of this page's next retry: one timer for all waiting events. */
import { ofDocument } from '../../core/globals.js'
import type { Schedule } from '../../core/snippet.js'

/**
 * The number of quick attempts, with and without an answer. After them, the page retries once a minute while it is
 * visible.
 */
const QUICK_TRIES = { busy: 10, unreachable: 3 }
const MINUTE_MS = 60_000

/** @param retry called when it is time */
export function createSchedule(retry: () => void): Schedule {
  /** Counted attempts since the last delivery. */
  const tries = { busy: 0, unreachable: 0 }
  // All attempts since the last delivery, also a 429. Each doubles the wait.
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The proxy has asked for a pause until this time. */
  let pausedUntil = 0
  const isPaused = () => Date.now() < pausedUntil
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    isPaused,
    reset() {
      tries.busy = tries.unreachable = failures = 0
      if (timer === undefined || isPaused()) return
      stopTimer()
      retry()
    },
    retryAfter({ outcome, status, waitMs }) {
      if (waitMs) {
        pausedUntil = Date.now() + waitMs
        stopTimer()
      }
      if ((!navigator.onLine && !waitMs) || timer !== undefined) return
      failures += 1
      if (status !== 429) tries[outcome === 'unreachable' ? outcome : 'busy'] += 1 // a 429 does not count
      const isQuick = tries.busy < QUICK_TRIES.busy && tries.unreachable < QUICK_TRIES.unreachable
      const due = () => {
        timer = undefined
        pausedUntil = 0 // the clock may have been set back
        if (isQuick || !ofDocument('hidden')) retry() // a page that is shown again retries anyway
      }
      timer = setTimeout(due, waitMs ?? (isQuick ? toBackoffMs(failures) : MINUTE_MS))
    },
  }
}

/** Full jitter, from 2 s doubling to 60 s. */
const toBackoffMs = (failures: number): number => Math.random() * Math.min(MINUTE_MS, 1000 * 2 ** failures)
