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
let heldUntil = 0

/** `Retry-After` holds all that waits, whoever was told. */
export const isHeld = (): boolean => Date.now() < heldUntil

/** Something was delivered: what else waits need not wait any longer. */
export function startAnew(retry: () => void): void {
  tries.busy = 0
  tries.unreachable = 0
  if (timer === undefined || isHeld()) return
  clearTimeout(timer)
  timer = undefined
  retry()
}

/** Why something is tried again later; `elsewhere`: another tab is at it. */
type Cause = Extract<Delivery, { outcome: 'busy' | 'unreachable' }> | { outcome: 'elsewhere' }

/** Tries again after an attempt that may pass later. Offline nothing is counted, and no timer runs: `online` tries. */
export function scheduleRetry(cause: Cause, retry: () => void): void {
  const waitMs = cause.outcome === 'busy' ? cause.waitMs : undefined
  if (waitMs) {
    heldUntil = Date.now() + waitMs
    clearTimeout(timer)
    timer = undefined
  }
  if (!navigator.onLine || timer !== undefined) return
  count(cause)
  const isQuick = tries.busy < QUICK_TRIES.busy && tries.unreachable < QUICK_TRIES.unreachable
  const delayMs = waitMs ?? (isQuick ? toBackoffMs(tries.busy + tries.unreachable) : MINUTE_MS)
  timer = setTimeout(() => {
    timer = undefined
    if (isQuick || !document.hidden) retry() // who comes back to a hidden page tries anyway
  }, delayMs)
}

/** Who asks to come again does not count, nor does another tab. */
function count(cause: Cause): void {
  if (cause.outcome === 'unreachable') tries.unreachable += 1
  if (cause.outcome === 'busy' && cause.status !== 429) tries.busy += 1
}

/** Full jitter, from 2 s doubling to 60 s. */
const toBackoffMs = (failures: number): number => Math.random() * Math.min(MINUTE_MS, 1000 * 2 ** Math.max(failures, 1))
