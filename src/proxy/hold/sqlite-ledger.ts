/**
 * The operator's hold in a SQLite file, safe beside a running proxy, which looks whether anything has changed. What was
 * under way to the API meanwhile becomes nothing there.
 *
 * While one process writes, the proxy can answer no page. So nothing is looked for in a transaction: rows are found first,
 * which keeps nobody waiting, and changed a few at a time, by their keys.
 */
import { Email } from '../../contract/email.js'
import type { Seal } from '../seal.js'
import { type Counted, toCounts } from './counts.js'
import type { Database, OpenDatabase, Statement } from './database.js'
import type { Counts, Ledger, Listed, Reason, State } from './index.js'
import { type ListedRow, toListed } from './record.js'
import { toWho } from './repeats.js'
import { openForOperator } from './sqlite-file.js'
import { DROPPED_DEAD, toForgetMark } from './sqlite-schema.js'

/** Rows read at once. */
const AT_ONCE = 200
/** Rows changed in one transaction: some milliseconds, since what is deleted is overwritten. */
const CHANGED_AT_ONCE = 50

interface Options {
  seal: Seal
  now?: () => number
}

/** @throws Error in a sentence when there is no file, or it cannot be used; never makes one */
export function createSqliteLedger({ file, ...options }: Options & { file: string }): Ledger {
  return createLedgerIn(openForOperator(file, options.seal), options)
}

/** The ledger of a database that is open, whoever runs it. */
export function createLedgerIn({ db, hash, close }: OpenDatabase, { seal, now = Date.now }: Options): Ledger {
  const run = prepare(db)

  /** @returns how many of these rows there still were */
  function change<Key>(keys: Key[], write: (key: Key) => boolean): number {
    let changed = 0
    for (let from = 0; from < keys.length; from += CHANGED_AT_ONCE) {
      const some = keys.slice(from, from + CHANGED_AT_ONCE)
      changed += db.transact(() => some.filter(write).length)
    }
    return changed
  }

  const find = (statement: Statement, by: string | Buffer) =>
    (statement.all([by]) as { seq: number }[]).map(({ seq }) => seq) // the statement's one column

  /** In pages, so that no transaction stays open while somebody reads along. */
  async function* list({ state, reason }: { state?: State; reason?: Reason } = {}): AsyncIterable<Listed> {
    let last = 0
    for (;;) {
      const rows = run.page.all([last, state ?? null, reason ?? null, AT_ONCE]) as Row[] // the statement's columns
      for (const row of rows) yield toListed(row, seal)
      const end = rows.at(-1)
      if (!end) return
      last = end.seq
    }
  }

  async function replay(which: { id: string } | { reason: Reason }): Promise<number> {
    const dead = 'id' in which ? find(run.ofId, which.id) : find(run.deadOf, which.reason)
    return change(dead, (seq) => run.replay.run([now(), seq]).changes > 0)
  }

  /** With an event goes its mark, or the same thing reported again would be taken for one that is kept. */
  async function drop(id: string): Promise<boolean> {
    const dropped = change(find(run.ofId, id), (seq) => {
      run.forgetMark.run([seq])
      return run.forget.run([seq]).changes > 0
    })
    return dropped > 0
  }

  async function erase(email: string) {
    const parsed = Email.safeParse(email)
    if (!parsed.success) throw new Error('This is not an e-mail address.')
    const who = toWho(parsed.data, hash)
    const erased = { events: 0, marks: 0 }
    for (;;) {
      const events = find(run.eventsOf, who)
      const marks = (run.marksOf.all([who]) as { key: ArrayBuffer }[]).map(({ key }) => Buffer.from(key))
      if (events.length + marks.length === 0) break // or one has come meanwhile
      erased.events += change(events, (seq) => run.forget.run([seq]).changes > 0)
      erased.marks += change(marks, (key) => run.eraseMark.run([key]).changes > 0)
    }
    for (const table of [run.eraseLimits, run.eraseFields]) table.run([who])
    db.overwriteDeleted?.()
    return erased
  }

  async function count(): Promise<Counts> {
    const rows = run.count.all() as Counted[] // the statement's columns
    const [dropped] = run.dropped.all([DROPPED_DEAD]) as { value: number }[] // the statement's one column
    return toCounts(rows, dropped?.value ?? 0, now())
  }

  return {
    list,
    async read(id) {
      const [row] = run.read.all([id]) as Row[] // the statement's columns
      return row && toListed(row, seal)
    },
    replay,
    drop,
    erase,
    count,
    close: async () => close(),
  }
}

type Row = ListedRow & { seq: number }

const COLUMNS = 'seq, id, kind, list, state, reason, attempts, occurred, received, payload'
const REPLAY = "UPDATE events SET state = 'waiting', reason = NULL, attempts = 0, misses = 0, replayed = 1, due = ?"

function prepare(db: Database) {
  return {
    page: db.prepare(
      `SELECT ${COLUMNS} FROM events WHERE seq > ?1 AND (?2 IS NULL OR state = ?2) AND (?3 IS NULL OR reason = ?3)
       ORDER BY seq LIMIT ?4`,
    ),
    read: db.prepare(`SELECT ${COLUMNS} FROM events WHERE id = ?`),
    // There is no index by any of these; see sqlite-file.ts.
    ofId: db.prepare('SELECT seq FROM events WHERE id = ?'),
    deadOf: db.prepare("SELECT seq FROM events WHERE state = 'dead' AND reason = ?"),
    eventsOf: db.prepare('SELECT seq FROM events WHERE who = ?'),
    marksOf: db.prepare('SELECT key FROM repeats WHERE who = ?'),
    replay: db.prepare(`${REPLAY} WHERE seq = ? AND state = 'dead'`),
    forgetMark: db.prepare(toForgetMark('seq = ?1')),
    forget: db.prepare('DELETE FROM events WHERE seq = ?'),
    eraseMark: db.prepare('DELETE FROM repeats WHERE key = ?'),
    eraseLimits: db.prepare('DELETE FROM limits WHERE who = ?'),
    eraseFields: db.prepare('DELETE FROM fields WHERE who = ?'),
    count: db.prepare(
      `SELECT state, kind, reason, count(*) AS events, sum(length(payload)) AS bytes, min(occurred) AS oldest
       FROM events GROUP BY state, kind, reason`,
    ),
    dropped: db.prepare('SELECT value FROM meta WHERE name = ?'),
  }
}
