/**
 * Two proxies on one file would send its events twice. Both locks end with the process, whatever ended that; locking the
 * database itself would keep the operator out as well.
 */
import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import Libsql from 'libsql'

/** How long to wait for a proxy that is about to end. */
const LOCK_MS = 1_000
const RETRY_MS = 50

/** SQLite's own, on a file beside it. */
export function lock(file: string): () => void {
  closeSync(openSync(`${file}-lock`, 'a', 0o600))
  const db = new Libsql(`${file}-lock`, { timeout: LOCK_MS })
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE') // nothing is ever written, so no journal is left behind
  } catch (error) {
    db.close()
    throw new Error('another proxy is using it.', { cause: error })
  }
  return () => db.close()
}

/**
 * Locks the file a second time, by a name that Linux keeps while the process lives. A lock file can be deleted; this name cannot.
 * Elsewhere, and between containers, the lock above is all there is.
 */
export async function lockByName(file: string): Promise<() => void> {
  if (process.platform !== 'linux') return () => {}
  const { dev, ino } = statSync(file)
  for (const untilMs = performance.now() + LOCK_MS; ; await new Promise((resolve) => setTimeout(resolve, RETRY_MS))) {
    try {
      return await listen(`\0ringup-${dev}-${ino}`)
    } catch (cause) {
      if (performance.now() > untilMs) throw new Error('another proxy is using it.', { cause })
    }
  }
}

async function listen(name: string): Promise<() => void> {
  const server = createServer().unref()
  server.listen(name)
  await once(server, 'listening') // or throws its error
  return () => void server.close()
}
