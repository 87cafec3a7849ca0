/** Whether a database is ours to use, and what it is told once: the key of its hashes, and whose it is. */
import { randomBytes } from 'node:crypto'
import { createKeyedHash, type Hash, type Seal } from '../seal.js'
import type { Ask, Store, Transaction } from './store/index.js'
import { createTables, SCHEMA, SCHEMA_BEFORE, takeOverTables } from './tables.js'
import type { Shop } from './types.js'

const VERSION = 'schema'
/** Its place; see `Seal`. */
const INDEX_KEY = 'index key'
const ORIGINS = 'origins'
const API = 'api'

/**
 * Makes what the proxy misses in its database.
 *
 * @param shop undefined: whoever asks sends nothing
 * @returns the hashes that the database's own key makes
 * @throws Error in a sentence
 */
export function prepare(store: Store, seal: Seal, shop?: Shop): Promise<Hash> {
  return use(store, async () => {
    await store.read((transaction) => readState(transaction, seal)) // a database that is not for us is left as it is: nothing of it is changed
    return store.transaction('ack', async (transaction) => {
      const { ask, lock, dialect } = transaction
      await lock('schema') // proxies that start at once wait for each other
      // The key is random, and never rotated, or every duplicate would be new again; it is sealed again at each start, or an
      // older key of RINGUP_KEY could never be taken out.
      const { version, key = randomBytes(32) } = await readState(transaction, seal)
      if (version === 0) await ask(createTables(dialect))
      if (version === SCHEMA_BEFORE) await ask(takeOverTables(dialect))
      await write(ask, VERSION, String(SCHEMA))
      await write(ask, INDEX_KEY, seal.seal(key.toString('base64'), INDEX_KEY).toString('base64'))
      const hash = createKeyedHash(key)
      if (shop) await checkShop(ask, shop, hash)
      return hash
    })
  })
}

/**
 * Opens a database for the operator: makes none, and changes nothing.
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

/** @returns the number of its tables, 0 where there are none, and the key of its hashes */
async function readState({ ask, dialect }: Transaction, seal: Seal): Promise<{ version: number; key?: Buffer }> {
  const tables = (await ask<{ name: string }>(dialect.tables)).map(({ name }) => name)
  if (tables.length === 0) return { version: 0 }
  const version = tables.includes('meta') ? Number(await read(ask, VERSION)) : 0
  if (!version) throw new Error('it is the database of another program.')
  if (version > SCHEMA) throw new Error(`it was written by a newer version of Ringup (schema ${version}).`)
  if (version !== SCHEMA && version !== SCHEMA_BEFORE)
    throw new Error('an earlier version of Ringup made it. Let that version send what is in it, and begin a new one.')
  const record = await read(ask, INDEX_KEY)
  if (record === undefined) return { version }
  return { version, key: Buffer.from(seal.open(Buffer.from(record, 'base64'), INDEX_KEY), 'base64') }
}

/**
 * Orders of one shop must not go out with the key of another. The same shop has an origin in common with the last time, for
 * domains change one by one, and the API that has taken its events; an address that has taken none may have been wrong. A
 * database that has no events may become another's.
 *
 * @throws Error in a sentence
 */
async function checkShop(ask: Ask, { apiUrl, origins }: Shop, hash: Hash) {
  const marks = origins.map((origin) => toShopMark(origin, hash))
  const known = await read(ask, ORIGINS)
  const api = await read(ask, API)
  const isSame = known === undefined || known.split(' ').some((mark) => marks.includes(mark))
  const isSameApi = api === undefined || api === toShopMark(apiUrl, hash)
  if (!(isSame && isSameApi) && (await ask('SELECT seq FROM events LIMIT 1')).length > 0) {
    throw new Error(
      'it has events of another shop, or for another API (RINGUP_ORIGINS, RINGUP_API_URL). Each shop needs a database of its own, or on Postgres a RINGUP_SCHEMA.',
    )
  }
  await write(ask, ORIGINS, marks.join(' '))
  if (!isSameApi) await ask('DELETE FROM meta WHERE name = ?1', [API])
}

/** The API has taken an event: from now on this database is for this API. */
export const rememberApi = (ask: Ask, { apiUrl }: Shop, hash: Hash) => write(ask, API, toShopMark(apiUrl, hash))

const toShopMark = (text: string, hash: Hash) => hash('shop', text).toString('base64url')

async function read(ask: Ask, name: string): Promise<string | undefined> {
  const [row] = await ask<{ value: string }>('SELECT value FROM meta WHERE name = ?1', [name])
  return row?.value
}

/** What the proxy wants to know again after a restart; undefined where nothing was noted. */
export const readNote = (ask: Ask, name: string) => read(ask, `note ${name}`)

export const writeNote = (ask: Ask, name: string, value: string) => write(ask, `note ${name}`, value)

const write = (ask: Ask, name: string, value: string) =>
  ask(
    `INSERT INTO meta (name, value) VALUES (?1, ?2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value <> excluded.value`,
    [name, value],
  )
