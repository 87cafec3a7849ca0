/**
 * The SQLite file of the hold: opening, schema, the step from one version to the next, and the key of its hashes.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, so an acknowledged event survives a power cut.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import Libsql from 'libsql'
import { createKeyedHash, type Seal } from '../seal.js'
import type { Database, OpenDatabase } from './database.js'
import { readIndexKey, readOrMakeIndexKey, SCHEMA, SCHEMA_VERSION } from './sqlite-schema.js'

/** How long to wait for a writer in another process: the operator's commands are short. */
const BUSY_MS = 5_000
/** How long to wait for a proxy that is about to end. */
const LOCK_MS = 1_000

/** Hashes are cut in half; what is cut of nothing is NULL to SQLite. Of ids only those of events still held are known in the form now used; the others were hashed. */
const FROM_VERSION_1 = `
  ALTER TABLE events RENAME TO old_events;
  ALTER TABLE repeats RENAME TO old_repeats;
  DROP INDEX events_by_due;
  DROP INDEX events_by_customer;
  DROP INDEX repeats_by_expiry;
  ALTER TABLE meta RENAME TO old_meta;
  ${SCHEMA}
  INSERT INTO meta SELECT name, value FROM old_meta;
  INSERT INTO events (seq, id, kind, list, who, signed, occurred, received, state, reason, attempts, misses, due, mark, payload)
    SELECT seq, id, kind, list, substr(who, 1, 16), 0, occurred, received, state, reason, attempts, misses, due, substr(mark, 1, 16), payload
    FROM old_events ORDER BY seq;
  INSERT INTO repeats (key, content, who, signed, seen, expires)
    SELECT substr(key, 1, 16), coalesce(substr(content, 1, 16), x''), substr(who, 1, 16), 0, seen, expires FROM old_repeats
    WHERE who IS NOT NULL;
  INSERT OR IGNORE INTO repeats (key, content, who, signed, seen, expires)
    SELECT unhex(replace(id, '-', '')), x'', NULL, 0, received, received + 7 * 86400000 FROM old_events;
  DROP TABLE old_events;
  DROP TABLE old_repeats;
  DROP TABLE old_meta;
`

/**
 * For the proxy: makes the file when it is absent, takes it to this version, and keeps every other proxy out.
 *
 * @throws Error in a sentence
 */
export function openForProxy(file: string, seal: Seal): OpenDatabase {
  return open(file, (closing) => {
    if (file !== ':memory:') {
      if (existsSync(file) && !statSync(file).isFile()) throw new Error('it is no file.')
      closeSync(openSync(file, 'a', 0o600)) // -wal and -shm take the mode of the file itself
    }
    const db = connect(file, closing)
    const database = toDatabase(db)
    // A file that is not for us is left as it is: nothing of it is changed before this.
    if (readVersion(db) > 0) readIndexKey(database, seal)
    else if (hasTables(db)) throw new Error('it is the database of another program.')
    if (file !== ':memory:') {
      for (const each of [file, `${file}-wal`, `${file}-shm`]) tighten(each)
      closing.push(lock(file))
    }
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    prepareSchema(db)
    return { db: database, hash: createKeyedHash(readOrMakeIndexKey(database, seal)) }
  })
}

/**
 * For the operator: never makes a database, and changes nothing by being opened.
 *
 * @throws Error in a sentence
 */
export function openForOperator(file: string, seal: Seal): OpenDatabase {
  return open(file, (closing) => {
    if (!existsSync(file) || !statSync(file).isFile()) throw new Error('there is no such file.')
    const db = connect(file, closing)
    db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    const version = readVersion(db)
    if (version < SCHEMA_VERSION) throw new Error('no proxy of this version has used it yet.')
    const database = toDatabase(db)
    const key = readIndexKey(database, seal)
    if (!key) throw new Error('it has no key of its own.')
    return { db: database, hash: createKeyedHash(key) }
  })
}

function open(file: string, prepare: (closing: (() => void)[]) => Omit<OpenDatabase, 'close'>): OpenDatabase {
  const closing: (() => void)[] = []
  const close = () => {
    for (const each of closing.reverse().splice(0)) each()
  }
  try {
    return { ...prepare(closing), close }
  } catch (error) {
    close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database file ${file} cannot be used: ${reason}`, { cause: error })
  }
}

function connect(file: string, closing: (() => void)[]): Libsql.Database {
  const db = new Libsql(file, { timeout: BUSY_MS })
  closing.push(() => db.close())
  return db
}

function toDatabase(db: Libsql.Database): Database {
  const readNumber = (pragma: string) => {
    const statement = db.prepare(`PRAGMA ${pragma}`).raw()
    return () => Number((statement.all() as number[][])[0]?.[0]) // the pragma's one row and column
  }
  // Only the second keeps the proxy waiting, and finds little left to do; when the proxy is busy, its own next one does it.
  const checkpoints = ['PASSIVE', 'TRUNCATE'].map((mode) => db.prepare(`PRAGMA wal_checkpoint(${mode})`))
  return {
    prepare: (sql) => db.prepare(sql),
    transact(write) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = write()
        db.exec('COMMIT')
        return result
      } catch (error) {
        if (db.inTransaction) db.exec('ROLLBACK') // after some errors SQLite has done it itself
        throw error
      }
    },
    readVersion: readNumber('data_version'),
    countPages: readNumber('page_count'),
    overwriteDeleted() {
      for (const checkpoint of checkpoints) checkpoint.all()
    },
  }
}

/** A copy put in place by hand may be open to all. */
function tighten(file: string) {
  if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
}

/**
 * Two proxies on one file would send its events twice. The lock is SQLite's own on a file beside it, so it ends with
 * the process, whatever ended that; locking the database itself would keep the operator out as well.
 */
function lock(file: string): () => void {
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

function prepareSchema(db: Libsql.Database) {
  const version = readVersion(db)
  if (version === SCHEMA_VERSION) return
  const steps = version === 0 ? SCHEMA : FROM_VERSION_1
  try {
    db.exec(`BEGIN IMMEDIATE; ${steps} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function hasTables(db: Libsql.Database): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all().length > 0
}

function readVersion(db: Libsql.Database): number {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number } // the pragma's one column
  if (version > SCHEMA_VERSION) throw new Error(`it was written by a newer version of Ringup (schema ${version}).`)
  return version
}
