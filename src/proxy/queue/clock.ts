/**
 * Tells whether the wall clock can be trusted: it has agreed with the monotonic clock for ten minutes. Only
 * then do events expire, and are rows deleted.
 */
const JUMP_MS = 60_000
const DOUBT_MS = 600_000

export type Clock = ReturnType<typeof createClock>

export function createClock(monotonic: () => number) {
  let agreesSinceMs = monotonic()
  let offsetMs: number | undefined
  return {
    /** @param nowMs the database's time @returns true at the first call, and after a jump */
    check(nowMs: number): boolean {
      const offset = nowMs - monotonic()
      if (offsetMs !== undefined && Math.abs(offset - offsetMs) <= JUMP_MS) return false
      agreesSinceMs = monotonic()
      offsetMs = offset
      return true
    },
    isRight: () => monotonic() - agreesSinceMs >= DOUBT_MS,
  }
}
