/**
 * Decides whether the clock can be trusted. A clock may jump because of a battery, a wrong time server or a restored
 * machine. Events must not be lost then: for ten minutes after a jump, events do not expire and rows are not swept. If
 * the clock was set back, the times of waiting events are set back too.
 */

/** Clocks are regularly corrected by less than this. */
const JUMP_MS = 60_000
const DISTRUST_MS = 600_000
/** A clock may be wrong if, at a start, it is ahead of the latest event by more than this. */
const AHEAD_MS = 86_400_000

export type Clock = ReturnType<typeof createClock>

/**
 * @param monotonic a clock that cannot be set
 * @param latestMs the time at which the latest event arrived, before this start
 */
export function createClock(monotonic: () => number, latestMs?: number) {
  let offsetMs: number | undefined
  let distrustedUntilMs = Number.NEGATIVE_INFINITY
  return {
    /** Called with the database's time whenever it is read. @returns the time by which the clock was set back */
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
