/**
 * Tells whether the clock can be trusted. A clock that jumps (a battery, a wrong time server, a restored machine) must not lose
 * anything: for ten minutes after a jump, no event expires and nothing is swept. If it was set back, waiting events are too.
 */

/** Clocks are corrected by less than this all the time. */
const JUMP_MS = 60_000
const DISTRUST_MS = 600_000
/** A clock that is ahead of the latest event by more than this, at a start, may be wrong. */
const AHEAD_MS = 86_400_000

export type Clock = ReturnType<typeof createClock>

/**
 * @param monotonic a clock that cannot be set
 * @param latestMs when the latest event arrived, before this start
 */
export function createClock(monotonic: () => number, latestMs?: number) {
  let offsetMs: number | undefined
  let distrustedUntilMs = Number.NEGATIVE_INFINITY
  return {
    /** Is called with the database's time as often as it is known. @returns how far the clock was set back */
    see(nowMs: number): number {
      const offset = nowMs - monotonic()
      const isFirst = offsetMs === undefined
      const jumpMs = offset - (offsetMs ?? offset)
      offsetMs = offset
      const isAhead = isFirst && latestMs !== undefined && nowMs - latestMs > AHEAD_MS
      if (Math.abs(jumpMs) <= JUMP_MS && !isAhead) return 0
      distrustedUntilMs = monotonic() + DISTRUST_MS
      return Math.max(-jumpMs, 0)
    },
    isRight: () => monotonic() >= distrustedUntilMs,
  }
}
