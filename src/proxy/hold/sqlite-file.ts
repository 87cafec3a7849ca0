/**
 * The SQLite file of the hold: opening, schema, the step from one version to the next, and the key of its hashes.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, so an acknowledged event survives a power cut.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import Database from 'libsql'
import { createKeyedHash, type Hash, type Seal } from '../seal.js'
import { MARK_KEPT_MS } from './repeats.js'

/** Deletes the mark an event has made; not one that a later event has taken over, which expires later or is signed. */
export const toForgetMark = (which: string) => `
  DELETE FROM repeats WHERE key = (SELECT mark FROM events WHERE ${which}) AND EXISTS (
    SELECT 1 FROM events WHERE ${which} AND signed >= repeats.signed AND repeats.expires <= received + ${MARK_KEPT_MS})`

const SCHEMA_VERSION = 2
/** How long to wait for a writer in another process: the operator's commands are short. */
const BUSY_MS = 5_000
/** How long to wait for a proxy that is about to end. */
const LOCK_MS = 1_000
const INDEX_KEY = 'index key'
export const DROPPED_DEAD = 'dropped dead letters'

// No index on events: the proxy knows from memory what waits, and each index would be another page to write per event.
// Nor one on when repeats expire; see `sweep`.
const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,           -- order of arrival
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    list TEXT,
    who BLOB NOT NULL,                 -- half of the keyed hash of the e-mail
    signed INTEGER NOT NULL,
    replayed INTEGER NOT NULL DEFAULT 0,
    occurred INTEGER NOT NULL,         -- times are milliseconds since 1970
    received INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'dead')),
    reason TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    misses INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL,              -- when to send; of a dead letter: when it died
    mark BLOB NOT NULL,                -- key of its content in repeats
    payload BLOB NOT NULL              -- sealed JSON of the body
  );
  CREATE TABLE repeats (
    key BLOB PRIMARY KEY,
    content BLOB NOT NULL,
    who BLOB,
    signed INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    expires INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- Unsigned events of one customer and kind on one day, from the second on.
  CREATE TABLE limits (who BLOB, kind TEXT, day INTEGER NOT NULL, events INTEGER NOT NULL, PRIMARY KEY (who, kind)) WITHOUT ROWID;
  -- When a delivered sign-up has last said something of a field.
  CREATE TABLE fields (who BLOB, scope TEXT, name TEXT, occurred INTEGER NOT NULL, PRIMARY KEY (who, scope, name)) WITHOUT ROWID;
  -- What a repeat writes in place of an event.
  CREATE TABLE filler (seq INTEGER PRIMARY KEY, payload BLOB NOT NULL);
  INSERT INTO meta (name, value) VALUES ('${DROPPED_DEAD}', 0);
`

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

export interface OpenFile {
  db: Database.Database
  hash: Hash
  close(): void
}

/**
 * For the proxy: makes the file when it is absent, takes it to this version, and keeps every other proxy out.
 *
 * @throws Error in a sentence
 */
export function openForProxy(file: string, seal: Seal): OpenFile {
  return open(file, (closing) => {
    if (file !== ':memory:') {
      closeSync(openSync(file, 'a', 0o600)) // -wal and -shm take the mode of the file itself
      for (const each of [file, `${file}-wal`, `${file}-shm`]) tighten(each)
    }
    const db = connect(file, closing)
    if (readVersion(db) > 0) readIndexKey(db, seal) // a file that is not for us is left as it is
    if (file !== ':memory:') closing.push(lock(file))
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    prepareSchema(db)
    return { db, hash: createKeyedHash(readOrMakeIndexKey(db, seal)) }
  })
}

/**
 * For the operator: never makes a database, and changes nothing by being opened.
 *
 * @throws Error in a sentence
 */
export function openForOperator(file: string, seal: Seal): OpenFile {
  return open(file, (closing) => {
    if (!existsSync(file) || !statSync(file).isFile()) throw new Error('there is no such file.')
    const db = connect(file, closing)
    db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    const version = readVersion(db)
    if (version < SCHEMA_VERSION) throw new Error('no proxy of this version has used it yet.')
    const key = readIndexKey(db, seal)
    if (!key) throw new Error('it has no key of its own.')
    return { db, hash: createKeyedHash(key) }
  })
}

function open(file: string, prepare: (closing: (() => void)[]) => Omit<OpenFile, 'close'>): OpenFile {
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

function connect(file: string, closing: (() => void)[]): Database.Database {
  const db = new Database(file, { timeout: BUSY_MS })
  closing.push(() => db.close())
  return db
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
  const db = new Database(`${file}-lock`, { timeout: LOCK_MS })
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE') // nothing is ever written, so no journal is left behind
  } catch (error) {
    db.close()
    throw new Error('another proxy is using it.', { cause: error })
  }
  return () => db.close()
}

function prepareSchema(db: Database.Database) {
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

function readVersion(db: Database.Database): number {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number } // the pragma's one column
  if (version > SCHEMA_VERSION) throw new Error(`it was written by a newer version of Ringup (schema ${version}).`)
  return version
}

function readIndexKey(db: Database.Database, seal: Seal): Buffer | undefined {
  const row = db.prepare('SELECT value FROM meta WHERE name = ?').get(INDEX_KEY) as { value: Buffer } | undefined
  return row && Buffer.from(seal.open(Buffer.from(row.value), INDEX_KEY), 'base64')
}

/** The hashes' own key: random, made at first start, never rotated, or every repeat would be news again. */
function readOrMakeIndexKey(db: Database.Database, seal: Seal): Buffer {
  const key = readIndexKey(db, seal) ?? randomBytes(32)
  // Sealed again at each start with the first key of RINGUP_KEY, or an older one could never be taken out.
  const sealed = seal.seal(key.toString('base64'), INDEX_KEY)
  db.prepare('REPLACE INTO meta (name, value) VALUES (?, ?)').run(INDEX_KEY, sealed)
  return key
}
