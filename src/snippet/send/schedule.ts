/** When this page tries again: one timer for all that waits. */
import type { Delivery } from './delivery.js'

/**
 * So often a page tries in quick succession, where somebody answers and where nobody does; from then on once a minute,
 * while it is visible.
 */
export const QUICK_TRIES = { busy: 10, unreachable: 3 }
export const MINUTE_MS = 60_000

export interface Schedule {
  /** `Retry-After` holds all that waits, whoever was told. */
  isPaused(): boolean
  /** Something was delivered: what else waits need not wait any longer. */
  reset(): void
  /** Tries again after an attempt that may pass later. Offline nothing is counted, and no timer runs: `online` tries. */
  retryAfter(delivery: Pick<Delivery, 'outcome' | 'status' | 'waitMs'>): void
}

/** @param retry what is to be done when it is time */
export function createSchedule(retry: () => void): Schedule {
  const tries = { busy: 0, unreachable: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Nothing is tried again before this time, because the proxy has asked for it. */
  let pausedUntil = 0
  const isPaused = () => Date.now() < pausedUntil
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    isPaused,
    reset() {
      tries.busy = tries.unreachable = 0
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
      if (status !== 429) tries[outcome === 'unreachable' ? outcome : 'busy'] += 1 // who asks to come again does not count
      const isQuick = tries.busy < QUICK_TRIES.busy && tries.unreachable < QUICK_TRIES.unreachable
      const due = () => {
        timer = undefined
        pausedUntil = 0 // whatever the clock says: it may have been set back
        if (isQuick || !document.hidden) retry() // who comes back to a hidden page tries anyway
      }
      timer = setTimeout(due, waitMs ?? (isQuick ? toBackoffMs(tries.busy + tries.unreachable) : MINUTE_MS))
    },
  }
}

/** Full jitter, from 2 s doubling to 60 s. */
const toBackoffMs = (failures: number): number => Math.random() * Math.min(MINUTE_MS, 1000 * 2 ** (failures || 1))
