/**
 * Whether the API is asked at all, and by how many requests at once.
 *
 * Closed, it lets four through. Open, nothing but one probe at a time, so that an API in trouble is left in peace and
 * its return is noticed by one event instead of by each event's own backoff. After the probe it ramps from one to four.
 */
import type { Reason } from './hold/index.js'

const MOST_AT_ONCE = 4
const FAILURES_TO_OPEN = 5
/** Short, because a probe costs little and every waiting order depends on it. */
export const PROBE_MS = 5_000

export interface Breaker {
  /** Why the API is not asked now, or undefined when it is. */
  readonly reason: Reason | undefined
  /** When the next probe may go. */
  readonly probeAtMs: number
  /** The API's latest answer was a whole one: whatever goes wrong next goes wrong with one event, as far as is known. */
  readonly isWell: boolean
  /** Requests that may be under way now. */
  limit(): number
  /** The API gave a whole answer that says nothing against asking on. */
  pass(): void
  /** No answer, or half of one. */
  fail(): void
  /** The API must be left alone for a while, whatever the event. */
  pause(reason: Reason, waitMs: number): void
}

/** Until when the API is left alone, and why. */
export interface Pause {
  reason: Reason
  untilMs: number
}

/** Keeps a pause where the process that knows of it may end at any time. */
export interface KeptPause {
  read(): Pause | undefined
  write(pause: Pause | undefined): void
}

export function createBreaker(now: () => number, kept?: KeptPause): Breaker {
  const before = kept?.read()
  let reason = before?.reason
  let probeAtMs = before?.untilMs ?? 0
  let pausedAtMs = Number.NEGATIVE_INFINITY
  let failures = 0
  let isWell = false
  let most = MOST_AT_ONCE

  /**
   * What is asked before the pause and answered in it says nothing of what the pause waits for. A pause that has not begun yet
   * is over: the clock was set back, and nothing would be sent until it had caught up.
   */
  const isPaused = () => reason !== undefined && now() >= pausedAtMs && now() < probeAtMs

  function pause(why: Reason, waitMs: number) {
    const untilMs = now() + waitMs
    if (isPaused() && untilMs < probeAtMs) return // of several waits the longest holds
    reason = why
    pausedAtMs = now()
    probeAtMs = untilMs
    kept?.write({ reason, untilMs })
  }

  return {
    get reason() {
      return reason
    },
    get probeAtMs() {
      return probeAtMs
    },
    get isWell() {
      return isWell
    },
    limit: () => (reason ? Number(!isPaused()) : most),
    pass() {
      if (isPaused()) return
      if (reason) kept?.write(undefined)
      most = reason ? 1 : Math.min(most + 1, MOST_AT_ONCE)
      reason = undefined
      failures = 0
      isWell = true
    },
    fail() {
      if (isPaused()) return
      failures += 1
      isWell = false
      if (reason || failures >= FAILURES_TO_OPEN) pause('unreachable', PROBE_MS)
    },
    pause,
  }
}
