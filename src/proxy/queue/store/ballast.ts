/**
 * Makes room on a full disk. SQLite has to write before it can delete an event. So a file that only occupies room is
 * deleted then. Events are refused until there is room for the file again.
 */
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Room on the disk for the writes that free more room: the outcomes of events. More than the log (libsql.ts). */
export const BALLAST_BYTES = 8 * 1024 * 1024
/** The time after which room is looked for again. */
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
      rmSync(file, { force: true }) // a partial file
      throw error
    }
  }

  return {
    /**
     * @param makeRoom called before the file is written again
     * @param hasRoom true if the database has enough free pages
     * @throws Error while the disk lacks room for the file. Arrivals are then refused, and outcomes of events can still be
     *   written
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
    /** Makes room. @returns true if there was a file to delete */
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
