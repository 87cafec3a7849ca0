/** A temporary folder of a test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function newFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'ringup-proxy-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
