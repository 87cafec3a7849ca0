/** The operator's hold in the SQLite file of a proxy. */
import { statSync } from 'node:fs'
import Database from 'libsql'
import { Email } from '../../contract/email.js'
import { createKeyedHash, type Seal } from '../seal.js'
import type { Counts, Ledger, Listed } from './index.js'

interface Row extends Omit<Listed, 'list' | 'reason' | 'body'> {
  seq: number
  list: string | null
  reason: Listed['reason'] | null
  payload: ArrayBuffer
}

const COLUMNS = `seq, id, kind, list, state, reason, attempts, occurred AS occurredMs, received AS receivedMs, payload`

export function createSqliteLedger({ file, seal }: { file: string; seal: Seal }): Ledger {
  statSync(file) // a file that is not there must not be made
  const db = new Database(file, { timeout: 5_000 })
  const index = db.prepare("SELECT value FROM meta WHERE name = 'index key'").get() as { value: Buffer }
  const hash = createKeyedHash(Buffer.from(seal.open(Buffer.from(index.value), 'index key'), 'base64'))
  const page = db.prepare(
    `SELECT ${COLUMNS} FROM events WHERE seq > @after AND (@state IS NULL OR state = @state)
     AND (@reason IS NULL OR reason = @reason) ORDER BY seq LIMIT 500`,
  )
  const revive =
    "UPDATE events SET state = 'waiting', reason = NULL, attempts = 0, misses = 0, due = 0 WHERE state = 'dead'"

  const toListed = ({ seq: _seq, list, reason, payload, ...row }: Row): Listed => {
    const listed: Listed = { ...row, ...(list && { list }), ...(reason && { reason }) }
    try {
      return { ...listed, body: JSON.parse(seal.open(Buffer.from(payload), row.id)) }
    } catch {
      return listed
    }
  }

  return {
    *list({ state, reason } = {}) {
      let after = 0
      for (;;) {
        const rows = page.all({ after, state: state ?? null, reason: reason ?? null }) as Row[]
        yield* rows.map(toListed)
        after = rows.at(-1)?.seq ?? 0
        if (rows.length < 500) return
      }
    },
    read(id) {
      const row = db.prepare(`SELECT ${COLUMNS} FROM events WHERE id = ?`).get(id) as Row | undefined
      return row && toListed(row)
    },
    replay(which) {
      if ('id' in which) return db.prepare(`${revive} AND id = ?`).run(which.id).changes
      return db.prepare(`${revive} AND reason = ?`).run(which.reason).changes
    },
    drop: (id) => db.prepare('DELETE FROM events WHERE id = ?').run(id).changes > 0,
    erase(email) {
      const who = hash('who', Email.parse(email))
      const events = db.prepare('DELETE FROM events WHERE who = ?').run([who]).changes
      return { events, marks: db.prepare('DELETE FROM repeats WHERE who = ?').run([who]).changes }
    },
    count: () => countEvents(db),
    close: () => void db.close(),
  }
}

export function countEvents(db: Database.Database): Counts {
  const rows = db
    .prepare(
      `SELECT state, kind, reason, count(*) AS count, sum(length(payload)) AS bytes, min(received) AS oldest
       FROM events GROUP BY state, kind, reason`,
    )
    .all() as {
    state: string
    kind: 'convert'
    reason: 'refused' | null
    count: number
    bytes: number
    oldest: number
  }[]
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const dead = rows.filter(({ state }) => state === 'dead')
  const sum = (of: typeof rows, name: 'count' | 'bytes') => of.reduce((total, row) => total + row[name], 0)
  return {
    waiting: sum(waiting, 'count'),
    waitingBytes: sum(waiting, 'bytes'),
    dead: sum(dead, 'count'),
    deadBytes: sum(dead, 'bytes'),
    waitingBy: waiting.map(({ kind, reason, count }) => ({ kind, reason: reason ?? undefined, count })),
    deadBy: dead.map(({ kind, reason, count }) => ({ kind, reason: reason ?? 'unreadable', count })),
    oldestWaitingMs: waiting.length > 0 ? Date.now() - Math.min(...waiting.map(({ oldest }) => oldest)) : undefined,
    droppedDead: 0,
  }
}
