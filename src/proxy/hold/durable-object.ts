/**
 * The hold in the SQLite database of a Durable Object. Of one name there is one object, so it is the only writer, and the
 * operator's calls come to the same object.
 *
 * Writes of one turn of the event loop are committed together by the runtime, which lets no answer and no request out before
 * they are on the disk; `accept` waits for that too.
 */
import type { ObjectStorage } from '../cloudflare.js'
import { createKeyedHash, type Seal } from '../seal.js'
import type { Database } from './database.js'
import type { Hold, Ledger } from './index.js'
import { createHoldIn } from './sqlite.js'
import { createLedgerIn } from './sqlite-ledger.js'
import { readOrMakeIndexKey, SCHEMA, SCHEMA_VERSION } from './sqlite-schema.js'

const VERSION = 'schema version'
/** What the runtime makes the file of. */
const PAGE_BYTES = 4096

interface Options {
  storage: ObjectStorage
  seal: Seal
  /** Called in the same turn as each write: what it writes itself is on the disk with it, or neither is. */
  onWritten: () => void
  /** Called when an event could not be read. It is tried again. */
  onUnread: (error: unknown, id?: string) => void
}

export interface ObjectHold {
  hold: Hold
  ledger: Ledger
  /** To be called when the ledger has changed anything, so that the hold knows of it. */
  onOperated(): Promise<void>
}

/** @throws Error in a sentence when the database is from a newer version, or sealed with a key that is not given */
export function createObjectHold({ storage, seal, onWritten, onUnread }: Options): ObjectHold {
  let operated = 0
  const db = toDatabase(storage, onWritten, () => operated)
  const hash = storage.transactionSync(() => {
    prepareSchema(storage)
    return createKeyedHash(readOrMakeIndexKey(db, seal))
  })
  onWritten()
  const open = { db, hash, close: () => {} } // the runtime closes it
  const hold = createHoldIn(open, { seal, lookMs: 0, onUnread })
  const ledger = createLedgerIn(open, { seal })
  return {
    hold,
    ledger,
    async onOperated() {
      operated += 1
      await hold.nextDueMs() // looks whether anything has changed
      onWritten()
    },
  }
}

function prepareSchema({ kv, sql }: ObjectStorage) {
  const version = Number(kv.get(VERSION) ?? 0)
  if (version > SCHEMA_VERSION) throw new Error(`it was written by a newer version of Ringup (schema ${version}).`)
  if (version === SCHEMA_VERSION) return
  sql.exec(SCHEMA)
  kv.put(VERSION, SCHEMA_VERSION)
}

function toDatabase(storage: ObjectStorage, onWritten: () => void, readVersion: () => number): Database {
  const { sql } = storage
  return {
    // The runtime keeps statements prepared, by their text.
    prepare: (text) => ({
      all: (parameters = []) => sql.exec(text, ...parameters).toArray(),
      run: (parameters = []) => ({ changes: sql.exec(text, ...parameters).rowsWritten }), // the same where there is no index
    }),
    transact(write) {
      const result = storage.transactionSync(write)
      onWritten()
      return result
    },
    sync: () => storage.sync(),
    readVersion,
    countPages: () => sql.databaseSize / PAGE_BYTES,
  }
}
