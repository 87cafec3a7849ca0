/**
 * The hold in one SQLite file, for one proxy process.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, so an acknowledged event survives a power cut.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import Database from 'libsql'
import { createKeyedHash, type Seal } from '../seal.js'
import type { Arrival, HeldEvent, Hold } from './index.js'
import { type Mark, toContentMark, toIdMark } from './repeats.js'
import { countEvents } from './sqlite-ledger.js'

const SCHEMA_VERSION = 1
const DEAD_LETTERS_KEPT_MS = 14 * 86_400_000

const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,           -- order of arrival
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    list TEXT,
    who BLOB NOT NULL,                 -- keyed hash of the e-mail
    occurred INTEGER NOT NULL,         -- times are milliseconds since 1970
    received INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'dead')),
    reason TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    misses INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL,              -- when to send; of a dead letter: when it died
    payload BLOB NOT NULL,             -- sealed JSON of the body
    mark BLOB NOT NULL                 -- key of its content in repeats
  );
  CREATE INDEX events_by_due ON events (state, due);
  CREATE INDEX events_by_customer ON events (who, state, occurred);
  CREATE TABLE repeats (
    key BLOB PRIMARY KEY,
    content BLOB NOT NULL,
    who BLOB,
    seen INTEGER NOT NULL,
    expires INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX repeats_by_expiry ON repeats (expires);
`

interface Row {
  id: string
  kind: HeldEvent['kind']
  list: string | null
  who: ArrayBuffer
  occurred: number
  attempts: number
  misses: number
  due: number
  payload: ArrayBuffer
}

interface Options {
  /** Made with mode 0600 when absent. */
  file: string
  seal: Seal
  now?: () => number
}

/**
 * @throws Error in a sentence when the file cannot be used, is from a newer version, or sealed with a key that is not
 * given
 */
export function createSqliteHold({ file, seal, now = Date.now }: Options): Hold {
  const { db, indexKey } = openDatabase(file, seal)
  const hash = createKeyedHash(indexKey)
  const run = prepare(db)
  /** Claimed and not settled: id → who. In memory, because with the process go its claims. */
  const claimed = new Map<string, string>()

  const accept = db.transaction((arrival: Arrival): 'new' | 'repeat' => {
    const who = hash('who', arrival.body.email)
    const ofContent = toContentMark(arrival, hash, who)
    const marks = [toIdMark(arrival, hash), ofContent]
    const repeat = marks.find((mark) => isKnown(mark, arrival.receivedMs))
    if (!repeat) {
      const payload = seal.seal(JSON.stringify(arrival.body), arrival.id)
      run.insert.run({ ...toRow(arrival), who, payload, mark: ofContent.key })
    }
    for (const mark of marks) {
      // A repeat writes as much as news does, so that it takes as long. It never prolongs a content: a page reloaded
      // every 20 minutes would stretch half an hour without end. Its id may be new, and is remembered.
      const { key, content, who, keptMs } = mark
      if (repeat && mark.who) run.seen.run(arrival.receivedMs, key)
      else run.remember.run(key, content, who, arrival.receivedMs, arrival.receivedMs + keptMs)
    }
    return repeat ? 'repeat' : 'new'
  })

  const sweepDead = db.transaction((beforeMs: number) => {
    run.sweepMarks.run(beforeMs)
    run.sweepDead.run(beforeMs)
  })

  function isKnown(mark: Mark, nowMs: number): boolean {
    const row = run.recall.get(mark.key, nowMs) as { content: Buffer } | undefined // the statement's one column
    return row !== undefined && Buffer.from(row.content).equals(mark.content)
  }

  function readFree(most: number, dueMs: number): Row[] {
    const rows = run.due.all(dueMs, most + claimed.size) as Row[] // the statement's columns
    const taken = new Set(claimed.values())
    const free = rows.filter(({ who }) => {
      const key = toHex(who)
      return !taken.has(key) && taken.add(key)
    })
    return free.slice(0, most)
  }

  function settle(id: string, write: () => void) {
    write()
    claimed.delete(id)
  }

  return {
    accept: async (arrival) => accept.immediate(arrival),
    async claim(most, dueMs) {
      const read = readFree(most, dueMs).map((row) => ({ row, event: toHeldEvent(row, seal) }))
      // Before anything is claimed: burying may fail, and then nobody would settle what was.
      for (const { row, event } of read) if (!event) run.bury.run('unreadable', now(), row.id)
      const events = read.flatMap(({ event }) => event ?? [])
      for (const { id, who } of events) claimed.set(id, who)
      return events
    },
    deliver: async (id) => settle(id, () => run.remove.run(id)),
    async postpone(id, reason, dueMs) {
      settle(id, () => run.postpone.run(reason, reason === 'no_session' ? 1 : 0, dueMs, id))
    },
    async postponeList(id, list, dueMs) {
      settle(id, () => run.postponeList.run(dueMs, list))
    },
    bury: async (id, reason) => settle(id, () => run.bury.run(reason, now(), id)),
    wake: async (reason) => void run.wake.run(reason),
    async nextDueMs() {
      return readFree(1, Number.MAX_SAFE_INTEGER)[0]?.due
    },
    async sweep(nowMs) {
      run.sweepRepeats.run(nowMs)
      sweepDead(nowMs - DEAD_LETTERS_KEPT_MS)
    },
    count: async () => countEvents(db),
    close: async () => void db.close(),
  }
}

function openDatabase(file: string, seal: Seal) {
  let db: Database.Database | undefined
  try {
    if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600)) // -wal and -shm take the mode of the file itself
    db = new Database(file, { timeout: 5_000 })
    prepareSchema(db)
    return { db, indexKey: readIndexKey(db, seal) }
  } catch (error) {
    db?.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database file ${file} cannot be used: ${reason}`, { cause: error })
  }
}

function prepareSchema(db: Database.Database) {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number } // the pragma's one column
  if (row.user_version > SCHEMA_VERSION) {
    throw new Error(`it was written by a newer version of Ringup (schema ${row.user_version}).`)
  }
  if (row.user_version === 0) {
    db.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  }
}

/** The hashes' own key: random, made at first start, never rotated, or every repeat would be news again. */
function readIndexKey(db: Database.Database, seal: Seal): Buffer {
  const label = 'index key'
  const row = db.prepare('SELECT value FROM meta WHERE name = ?').get(label) as { value: Buffer } | undefined
  const text = row ? seal.open(Buffer.from(row.value), label) : randomBytes(32).toString('base64')
  // Sealed again at each start with the first key of RINGUP_KEY, or an older one could never be taken out.
  db.prepare('REPLACE INTO meta (name, value) VALUES (?, ?)').run(label, seal.seal(text, label))
  return Buffer.from(text, 'base64')
}

function prepare(db: Database.Database) {
  return {
    recall: db.prepare('SELECT content FROM repeats WHERE key = ? AND expires > ?'),
    seen: db.prepare('UPDATE repeats SET seen = ? WHERE key = ?'),
    remember: db.prepare('REPLACE INTO repeats (key, content, who, seen, expires) VALUES (?, ?, ?, ?, ?)'),
    insert: db.prepare(
      `INSERT INTO events (id, kind, list, who, occurred, received, due, payload, mark)
       VALUES (@id, @kind, @list, @who, @occurred, @received, @received, @payload, @mark)
       ON CONFLICT (id) DO NOTHING`, // a dead letter outlives the mark of its id: it is kept already
    ),
    // A customer's older events go first, except those of another list that the API does not know: its own trouble.
    due: db.prepare(
      `SELECT id, kind, list, who, occurred, attempts, misses, due, payload FROM events AS e
       WHERE state = 'waiting' AND due <= ? AND NOT EXISTS (
         SELECT 1 FROM events AS o
         WHERE o.who = e.who AND o.state = 'waiting' AND (o.reason IS NOT 'unknown_list' OR o.list IS e.list)
           AND (o.occurred, o.seq) < (e.occurred, e.seq))
       ORDER BY due, seq LIMIT ?`,
    ),
    remove: db.prepare('DELETE FROM events WHERE id = ?'),
    postpone: db.prepare(
      'UPDATE events SET reason = ?, attempts = attempts + 1, misses = misses + ?, due = ? WHERE id = ?',
    ),
    postponeList: db.prepare(
      "UPDATE events SET reason = 'unknown_list', attempts = attempts + 1, due = ? WHERE list = ? AND state = 'waiting'",
    ),
    bury: db.prepare("UPDATE events SET state = 'dead', reason = ?, due = ? WHERE id = ?"),
    wake: db.prepare("UPDATE events SET due = 0 WHERE state = 'waiting' AND reason = ?"),
    sweepRepeats: db.prepare('DELETE FROM repeats WHERE expires <= ?'),
    // With a dead letter goes what it is known by: the same thing reported again would else be taken for one that is kept.
    sweepMarks: db.prepare(
      "DELETE FROM repeats WHERE key IN (SELECT mark FROM events WHERE state = 'dead' AND due <= ?)",
    ),
    sweepDead: db.prepare("DELETE FROM events WHERE state = 'dead' AND due <= ?"),
  }
}

function toRow(arrival: Arrival) {
  return {
    id: arrival.id,
    kind: arrival.kind,
    list: arrival.kind === 'addToList' ? arrival.list : null,
    occurred: arrival.occurredMs,
    received: arrival.receivedMs,
  }
}

/** Undefined when the record is damaged or no key opens it: one bad record must not stop the others. */
function toHeldEvent(row: Row, seal: Seal): HeldEvent | undefined {
  try {
    const body: unknown = JSON.parse(seal.open(Buffer.from(row.payload), row.id))
    const { id, kind, list, occurred, attempts, misses } = row
    const event = { id, kind, list, body, occurredMs: occurred, who: toHex(row.who), attempts, misses }
    return event as HeldEvent // `accept` wrote the row from an Arrival, and the seal says that nobody changed it
  } catch {
    return undefined
  }
}

function toHex(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('hex')
}
