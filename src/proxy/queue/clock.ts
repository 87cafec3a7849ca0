/**
 * Whether the clock can be trusted. One that jumps (a battery, a wrong time server, a restored machine) must lose nothing: for ten
 * minutes after a jump nothing expires and nothing is swept. When it is set back, so is what waits; see line.ts.
 */

/** Clocks are corrected by less than this all the time. */
const JUMP_MS = 60_000
const DOUBT_MS = 600_000

export type Clock = ReturnType<typeof createClock>

/** @param monotonic a clock that nobody sets */
export function createClock(monotonic: () => number) {
  let ahead: number | undefined
  let doubtedUntil = Number.NEGATIVE_INFINITY
  return {
    /** Called with the database's time, as often as it is known. @returns how far it was set back */
    see(nowMs: number): number {
      const now = nowMs - monotonic()
      const jumpMs = ahead === undefined ? 0 : now - ahead
      ahead = now
      if (Math.abs(jumpMs) <= JUMP_MS) return 0
      doubtedUntil = monotonic() + DOUBT_MS
      return Math.max(-jumpMs, 0)
    },
    isRight: () => monotonic() >= doubtedUntil,
  }
}
