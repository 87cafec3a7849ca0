/**
 * Promise: a disk is nearly full below 100 MiB, or a small one below a twentieth. Without a file, the disk is not checked.
 */
import type { statfs } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isDiskLow } from '../../../../src/proxy/run/disk.js'

const MIB = 1024 * 1024
/** Makes the system's answer, in blocks of 4 KiB. */
const toDisk = (freeMib: number, mib: number) =>
  (async () => ({
    bavail: (freeMib * MIB) / 4096,
    blocks: (mib * MIB) / 4096,
    bsize: 4096,
  })) as unknown as typeof statfs

test.each([
  [99, 100_000, true, 'less than 100 MiB of a large disk'],
  [101, 100_000, false, 'more than 100 MiB'],
  [99, 1_000, false, 'a tenth of a small disk'],
  [49, 1_000, true, 'less than a twentieth of a small disk'],
])('%d MiB free of %d: %s (%s)', async (free, all, expected) => {
  expect(await isDiskLow('/data/ringup.db', toDisk(free, all))).toBe(expected)
})

test.each([
  ['postgres://ringup@db.example/ringup', toDisk(0, 100), 'the server watches its own disk'],
  [':memory:', toDisk(0, 100), 'no file'],
  ['/data/ringup.db', toDisk(0, 0), 'a system that does not report a size'],
])('%s is never low (%s)', async (database, disk) => {
  expect(await isDiskLow(database, disk)).toBe(false)
})

test('a missing folder is never low', async () => {
  expect(await isDiskLow('/nowhere/ringup.db')).toBe(false)
})
