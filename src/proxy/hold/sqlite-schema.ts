/** The tables of the hold in SQLite, wherever that runs, and the key of their hashes. */
import type { Seal } from '../seal.js'
import type { Database } from './database.js'
import { createIndexKey, INDEX_KEY, openIndexKey, sealIndexKey } from './index-key.js'
import { CART_KEPT_MS, MARK_KEPT_MS } from './repeats.js'

export const SCHEMA_VERSION = 2
export const DROPPED_DEAD = 'dropped dead letters'

// No index on events: the proxy knows from memory what waits, and each index would be another page to write per event.
// Nor one on when repeats expire; see `sweep`.
export const SCHEMA = `
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

/** Deletes the mark an event has made; not one that a later event has taken over, which expires at another time or is signed. */
export const toForgetMark = (which: string) => `
  DELETE FROM repeats WHERE key = (SELECT mark FROM events WHERE ${which}) AND EXISTS (
    SELECT 1 FROM events WHERE ${which} AND signed >= repeats.signed
      AND repeats.expires IN (received + ${MARK_KEPT_MS}, received + ${CART_KEPT_MS}))`

export function readIndexKey(db: Database, seal: Seal): Buffer | undefined {
  const [row] = db.prepare('SELECT value FROM meta WHERE name = ?').all([INDEX_KEY]) as { value: ArrayBuffer }[] // its one column
  return row && openIndexKey(Buffer.from(row.value), seal)
}

export function readOrMakeIndexKey(db: Database, seal: Seal): Buffer {
  const key = readIndexKey(db, seal) ?? createIndexKey()
  db.prepare('REPLACE INTO meta (name, value) VALUES (?, ?)').run([INDEX_KEY, sealIndexKey(key, seal)])
  return key
}
