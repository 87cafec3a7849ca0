/** When this page tries again: one timer for all that waits. */
import type { Delivery } from './transport.js'

/**
 * So often a page tries in quick succession, where somebody answers and where nobody does; from then on once a minute,
 * while it is visible.
 */
const QUICK_TRIES = { busy: 10, unreachable: 3 }
const MINUTE_MS = 60_000

const tries = { busy: 0, unreachable: 0 }
let timer: ReturnType<typeof setTimeout> | undefined
/** Until then nothing is tried again, because the proxy has asked for it. */
let pausedUntil = 0
let retry = (): void => {}

/** Says what is to be done when it is time. */
export function onRetry(callback: () => void): void {
  retry = callback
}

/** `Retry-After` holds all that waits, whoever was told. */
export const isPaused = (): boolean => Date.now() < pausedUntil

/** Something was delivered: what else waits need not wait any longer. */
export function resetBackoff(): void {
  tries.busy = 0
  tries.unreachable = 0
  if (timer !== undefined && !isPaused()) {
    stopTimer()
    retry()
  }
}

/** Tries again after an attempt that may pass later. Offline nothing is counted, and no timer runs: `online` tries. */
export function scheduleRetry({ outcome, status, waitMs }: Pick<Delivery, 'outcome' | 'status' | 'waitMs'>): void {
  if (waitMs) {
    pausedUntil = Date.now() + waitMs
    stopTimer()
  }
  if (!navigator.onLine || timer !== undefined) return
  if (status !== 429) tries[outcome === 'unreachable' ? outcome : 'busy'] += 1 // who asks to come again does not count
  const isQuick = tries.busy < QUICK_TRIES.busy && tries.unreachable < QUICK_TRIES.unreachable
  const due = () => {
    timer = undefined
    if (isQuick || !document.hidden) retry() // who comes back to a hidden page tries anyway
  }
  timer = setTimeout(due, waitMs ?? (isQuick ? toBackoffMs(tries.busy + tries.unreachable) : MINUTE_MS))
}

function stopTimer(): void {
  clearTimeout(timer)
  timer = undefined
}

/** Full jitter, from 2 s doubling to 60 s. */
const toBackoffMs = (failures: number): number => Math.random() * Math.min(MINUTE_MS, 1000 * 2 ** (failures || 1))
