/** Opens a database: makes its tables and the key of its hashes, and checks that it is ours. */
import { randomBytes } from 'node:crypto'
import { createKeyedHash, type Hash, type Seal } from '../seal.js'
import { read, write } from './meta.js'
import { createTables, SCHEMA } from './schema.js'
import { openShop } from './shop.js'
import type { Store, Transaction } from './store/index.js'
import type { Shop } from './types.js'

const VERSION = 'schema'
/** The label of the sealed key; see `Seal`. */
const INDEX_KEY = 'index key'

/**
 * Makes what the proxy needs in its database.
 *
 * @param shop undefined: the database of any shop is opened
 * @returns the hashes of this database
 * @throws Error in a sentence
 */
export function prepare(store: Store, seal: Seal, shop?: Shop): Promise<Hash> {
  return use(store, async () => {
    await store.read((transaction) => readState(transaction, seal)) // a database that is not ours is left unchanged
    return store.transaction('ack', async (transaction) => {
      const { ask, lock, dialect } = transaction
      await lock('schema') // proxies that start at once wait for each other
      // The key never changes, or every duplicate would be new. It is sealed again at each start, so that an older key of
      // RINGUP_KEY can be removed.
      const { version, key = randomBytes(32) } = await readState(transaction, seal)
      if (version === 0) await ask(createTables(dialect))
      await write(ask, VERSION, String(SCHEMA))
      await write(ask, INDEX_KEY, seal.seal(key.toString('base64'), INDEX_KEY).toString('base64'))
      const hash = createKeyedHash(key)
      if (shop) await openShop(ask, shop, hash)
      return hash
    })
  })
}

/**
 * Opens a database for the operator, without changing it.
 *
 * @throws Error in a sentence
 */
export function prepareForOperator(store: Store, seal: Seal): Promise<Hash> {
  return use(store, async () => {
    const { version, key } = await store.read((transaction) => readState(transaction, seal))
    if (version !== SCHEMA || !key) throw new Error('no proxy of this version has used it yet.')
    return createKeyedHash(key)
  })
}

async function use<Result>(store: Store, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await store.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${store.place} cannot be used: ${reason.replace(/\.?$/, '.')}`, { cause: error })
  }
}

/** @returns the version of the tables (0: the database is empty) and the key of the hashes */
async function readState({ ask, dialect }: Transaction, seal: Seal): Promise<{ version: number; key?: Buffer }> {
  const tables = (await ask<{ name: string }>(dialect.tables)).map(({ name }) => name)
  if (tables.length === 0) return { version: 0 }
  const version = tables.includes('meta') ? Number(await read(ask, VERSION)) : 0
  if (!version) throw new Error('it is the database of another program.')
  if (version > SCHEMA) throw new Error(`it was written by a newer version of Ringup (schema ${version}).`)
  if (version < SCHEMA) {
    throw new Error(
      'an earlier version of Ringup made it. Let that version send its events, then set RINGUP_DATABASE to a new one.',
    )
  }
  const record = await read(ask, INDEX_KEY)
  if (record === undefined) return { version }
  return { version, key: Buffer.from(seal.open(Buffer.from(record, 'base64'), INDEX_KEY), 'base64') }
}
