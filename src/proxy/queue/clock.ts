/**
 * Whether the clock can be trusted. One that jumps (a battery, a wrong time server, a restored machine) must lose nothing: for ten
 * minutes after a jump nothing expires and nothing is swept. What is then due in the far future is due at once; see line.ts.
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
    /** Called with the database's time, as often as it is known. */
    see(nowMs: number) {
      const now = nowMs - monotonic()
      if (ahead !== undefined && Math.abs(now - ahead) > JUMP_MS) doubtedUntil = monotonic() + DOUBT_MS
      ahead = now
    },
    isRight: () => monotonic() >= doubtedUntil,
  }
}
