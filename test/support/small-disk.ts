/** A disk of a few megabytes, in memory, where this machine lets us mount one. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './proxy.js'

export interface SmallDisk {
  path: string
  /** Somebody else's file takes all room but this. */
  fill(leftBytes: number): void
  makeRoom(): void
  remove(): void
}

/** @returns undefined where nobody may mount a disk: not on Linux, not root, a container without the right */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = newFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.path], { stdio: 'ignore' })
  } catch {
    folder.remove()
    return undefined
  }
  const filler = join(folder.path, 'of-somebody-else')
  return {
    path: folder.path,
    fill(leftBytes) {
      const { bavail, bsize } = statfsSync(folder.path)
      appendFileSync(filler, Buffer.alloc(Math.max(bavail * bsize - leftBytes, 0)))
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder.path]) // also while a process that was killed is not quite gone
      folder.remove()
    },
  }
}
