/**
 * The key of the hashes: random, made at first start, never rotated, or every repeat would be news again.
 *
 * It is kept in the database, sealed again at each start with the first key of RINGUP_KEY, or an older one could never be
 * taken out.
 */
import { randomBytes } from 'node:crypto'
import type { Seal } from '../seal.js'

/** Its place; see `Seal`. */
export const INDEX_KEY = 'index key'

export const createIndexKey = () => randomBytes(32)

export const sealIndexKey = (key: Buffer, seal: Seal): Buffer => seal.seal(key.toString('base64'), INDEX_KEY)

/** @throws Error when no key opens it */
export const openIndexKey = (record: Buffer, seal: Seal): Buffer => Buffer.from(seal.open(record, INDEX_KEY), 'base64')
