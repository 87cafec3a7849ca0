/**
 * A full disk mends itself: to delete an event SQLite has to write, so a file that only takes room is given up for it, and
 * nothing is accepted until there is room for the file again.
 */
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Room on the disk for what has to be written to free some: what became of events. */
export const BALLAST_BYTES = 4 * 1024 * 1024
/** When to try again whether there is. */
const BALLAST_MS = 5_000

export type Ballast = ReturnType<typeof createBallast>

export function createBallast(file: string) {
  let failedMs = Number.NEGATIVE_INFINITY
  let isThere = existsSync(file) && statSync(file).size === BALLAST_BYTES

  function make() {
    try {
      writeFileSync(file, Buffer.alloc(BALLAST_BYTES, '.'), { mode: 0o600 })
      isThere = true
    } catch (error) {
      failedMs = performance.now()
      rmSync(file, { force: true }) // half of it
      throw error
    }
  }

  return {
    /**
     * @param makeRoom called before giving up
     * @param hasRoom the database has it within: pages that are free
     * @throws Error while there is no room for it. Then arrivals are refused, and ends of events can still be written
     */
    check(makeRoom: () => void, hasRoom: () => boolean) {
      if (isThere) return
      if (performance.now() - failedMs < BALLAST_MS) throw new Error('Error: ENOSPC: the disk is full')
      makeRoom()
      try {
        make()
      } catch (error) {
        if (!isFull(error) || !hasRoom()) throw error
        failedMs = Number.NEGATIVE_INFINITY
      }
    },
    /** Makes room. @returns whether there was any to make */
    free() {
      if (!isThere) return false
      isThere = false
      rmSync(file, { force: true })
      return true
    },
  }
}

export const isFull = (error: unknown) =>
  error instanceof Error &&
  /ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR|disk is full|disk I\/O/i.test(
    `${'code' in error && error.code} ${error.message}`,
  )
