/** A disk of a few megabytes in memory, if this machine lets us mount one. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './proxy.js'

export interface SmallDisk {
  path: string
  /** Fills the disk with a foreign file, except for the given room. */
  fill(leftBytes: number): void
  makeRoom(): void
  remove(): void
}

/** @returns undefined if we may not mount a disk: not Linux, not root, or a container without the permission */
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
      execFileSync('umount', ['-l', folder.path]) // also while a killed process is still ending
      folder.remove()
    },
  }
}
