/**
 * The operator's hold in a SQLite file, safe beside a running proxy: transactions are short, and the proxy looks
 * whether anything has changed. What was under way to the API meanwhile becomes nothing there.
 */
import type Database from 'libsql'
import { Email } from '../../contract/email.js'
import type { Event } from '../../contract/event.js'
import type { Seal } from '../seal.js'
import type { Counts, Ledger, Listed, Reason, State } from './index.js'
import { toWho } from './repeats.js'
import { DROPPED_DEAD, openForOperator, toForgetMark } from './sqlite-file.js'

/** Rows read, or changed, at once. */
const AT_ONCE = 200

interface Options {
  file: string
  seal: Seal
  now?: () => number
}

/** @throws Error in a sentence when there is no file, or it cannot be used; never makes one */
export function createSqliteLedger({ file, seal, now = Date.now }: Options): Ledger {
  const { db, hash, close } = openForOperator(file, seal)
  const run = prepare(db)
  const inTransaction = <Result>(write: () => Result) => db.transaction(write).immediate()

  function toListed(row: Row): Listed {
    const { id, kind, list, state, reason, attempts, occurred, received } = row
    const body = readBody(row)
    return {
      id,
      kind,
      ...(list !== null && { list }),
      state,
      ...(reason !== null && { reason }),
      attempts,
      occurredMs: occurred,
      receivedMs: received,
      ...(body && { body }),
    }
  }

  function readBody({ id, payload }: Row): Event['body'] | undefined {
    try {
      return JSON.parse(seal.open(Buffer.from(payload), id)) // the seal says that nobody changed what the proxy wrote
    } catch {
      return undefined // damaged, or no key opens it
    }
  }

  /** In pages, so that no transaction stays open while somebody reads along. */
  function* list({ state, reason }: { state?: State; reason?: Reason } = {}): Iterable<Listed> {
    let last = 0
    for (;;) {
      const rows = run.page.all(last, state ?? null, reason ?? null, AT_ONCE) as Row[] // the statement's columns
      for (const row of rows) yield toListed(row)
      const end = rows.at(-1)
      if (!end) return
      last = end.seq
    }
  }

  function replay(which: { id: string } | { reason: Reason }): number {
    if ('id' in which) return run.replay.run(now(), which.id).changes
    let replayed = 0
    for (;;) {
      const { changes } = run.replayReason.run(now(), which.reason, AT_ONCE)
      replayed += changes
      if (changes < AT_ONCE) return replayed
    }
  }

  /** With an event goes its mark, or the same thing reported again would be taken for one that is kept. */
  function drop(id: string): boolean {
    return inTransaction(() => {
      run.forgetMark.run(id)
      return run.drop.run(id).changes > 0
    })
  }

  function erase(email: string) {
    const parsed = Email.safeParse(email)
    if (!parsed.success) throw new Error('This is not an e-mail address.')
    const who = toWho(parsed.data, hash)
    // There is no index by customer; reading all marks keeps nobody waiting, and the transaction after it is short.
    const keys = (run.marks.all([who]) as { key: ArrayBuffer }[]).map(({ key }) => Buffer.from(key))
    const erased = inTransaction(() => {
      for (const table of [run.eraseLimits, run.eraseFields]) table.run([who])
      const marks = keys.filter((key) => run.eraseMark.run([key]).changes > 0).length
      return { events: run.eraseEvents.run([who]).changes, marks }
    })
    // Overwrites the copies in the write-ahead log; when the proxy is busy, its own next checkpoint does.
    run.checkpoint.get()
    return erased
  }

  function count(): Counts {
    const rows = run.count.all() as Counted[] // the statement's columns
    const waiting = rows.filter(({ state }) => state === 'waiting')
    const dead = rows.filter(({ state }) => state === 'dead')
    const oldestMs = Math.min(...waiting.map(({ oldest }) => oldest))
    return {
      waiting: sum(waiting, 'events'),
      waitingBytes: sum(waiting, 'bytes'),
      dead: sum(dead, 'events'),
      deadBytes: sum(dead, 'bytes'),
      waitingBy: waiting.map(({ kind, reason, events }) => ({ kind, reason: reason ?? undefined, count: events })),
      deadBy: dead.map(({ kind, reason, events }) => ({ kind, reason: reason ?? 'unreadable', count: events })),
      oldestWaitingMs: waiting.length > 0 ? now() - oldestMs : undefined,
      droppedDead: (run.dropped.get(DROPPED_DEAD) as { value: number }).value, // made with the schema
    }
  }

  return {
    list,
    read(id) {
      const row = run.read.get(id) as Row | undefined // the statement's columns
      return row && toListed(row)
    },
    replay,
    drop,
    erase,
    count,
    close,
  }
}

interface Row {
  seq: number
  id: string
  kind: Event['kind']
  list: string | null
  state: State
  reason: Reason | null
  attempts: number
  occurred: number
  received: number
  payload: ArrayBuffer
}

interface Counted {
  state: State
  kind: Event['kind']
  reason: Reason | null
  events: number
  bytes: number
  oldest: number
}

const COLUMNS = 'seq, id, kind, list, state, reason, attempts, occurred, received, payload'
const REPLAY = "UPDATE events SET state = 'waiting', reason = NULL, attempts = 0, misses = 0, replayed = 1, due = ?"

function prepare(db: Database.Database) {
  return {
    page: db.prepare(
      `SELECT ${COLUMNS} FROM events WHERE seq > ?1 AND (?2 IS NULL OR state = ?2) AND (?3 IS NULL OR reason = ?3)
       ORDER BY seq LIMIT ?4`,
    ),
    read: db.prepare(`SELECT ${COLUMNS} FROM events WHERE id = ?`),
    replay: db.prepare(`${REPLAY} WHERE id = ? AND state = 'dead'`),
    replayReason: db.prepare(
      `${REPLAY} WHERE seq IN (SELECT seq FROM events WHERE state = 'dead' AND reason = ? ORDER BY seq LIMIT ?)`,
    ),
    forgetMark: db.prepare(toForgetMark('id = ?1')),
    drop: db.prepare('DELETE FROM events WHERE id = ?'),
    marks: db.prepare('SELECT key FROM repeats WHERE who = ?1'),
    eraseMark: db.prepare('DELETE FROM repeats WHERE key = ?'),
    eraseEvents: db.prepare('DELETE FROM events WHERE who = ?'),
    eraseLimits: db.prepare('DELETE FROM limits WHERE who = ?'),
    eraseFields: db.prepare('DELETE FROM fields WHERE who = ?'),
    checkpoint: db.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
    count: db.prepare(
      `SELECT state, kind, reason, count(*) AS events, sum(length(payload)) AS bytes, min(occurred) AS oldest
       FROM events GROUP BY state, kind, reason`,
    ),
    dropped: db.prepare('SELECT value FROM meta WHERE name = ?'),
  }
}

function sum(rows: Counted[], column: 'events' | 'bytes'): number {
  return rows.reduce((total, row) => total + row[column], 0)
}
