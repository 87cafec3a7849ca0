/** Checks whether the disk under the database file is nearly full. */
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isPostgres } from '../settings.js'

/** Free space that a busy shop fills in hours. On a small disk, a twentieth of the disk. */
const LEAST_BYTES = 100 * 1024 * 1024
const LEAST_SHARE = 1 / 20

/** Returns false if the disk does not exist or its size cannot be read. */
export async function isDiskLow(database: string, read: typeof statfs = statfs): Promise<boolean> {
  if (isPostgres(database) || database === ':memory:') return false
  const disk = await read(dirname(resolve(database))).catch(() => undefined)
  if (!disk || disk.blocks === 0) return false
  const { bavail, blocks, bsize } = disk
  return bavail * bsize < Math.min(LEAST_BYTES, blocks * bsize * LEAST_SHARE)
}
