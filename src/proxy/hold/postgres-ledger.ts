/**
 * The operator's hold in a Postgres database, safe beside running proxies: they read what is there. What was under way to
 * the API meanwhile becomes nothing there.
 */
import { Email } from '../../contract/email.js'
import type { Seal } from '../seal.js'
import { type Counted, toCounts } from './counts.js'
import type { Ledger, Listed, Reason, State } from './index.js'
import { openForOperator, toForgetMarks } from './postgres-schema.js'
import { type ListedRow, toListed } from './record.js'
import { toWho } from './repeats.js'

/** Rows read at once. */
const AT_ONCE = 200

interface Options {
  /** `postgres://…` */
  url: string
  seal: Seal
  now?: () => number
}

type Row = ListedRow & { seq: string }

/** @throws Error in a sentence when the database cannot be reached, or no proxy has used it; never makes anything there */
export async function createPostgresLedger({ url, seal, now = Date.now }: Options): Promise<Ledger> {
  const { transact, read, hash, close } = await openForOperator(url, seal)

  /** In pages, so that no transaction stays open while somebody reads along. */
  async function* list({ state, reason }: { state?: State; reason?: Reason } = {}): AsyncIterable<Listed> {
    let last = '0'
    for (;;) {
      const rows = await read<Row>(PAGE, [last, state ?? null, reason ?? null, AT_ONCE])
      for (const row of rows) yield toListed(row, seal)
      const end = rows.at(-1)
      if (!end) return
      last = end.seq
    }
  }

  return {
    list,
    async read(id) {
      const [row] = await read<Row>(READ, [id])
      return row && toListed(row, seal)
    },
    async replay(which) {
      const [id, reason] = 'id' in which ? [which.id, null] : [null, which.reason]
      return transact('settled', async (ask) => (await ask(REPLAY, [id, reason, now()])).length)
    },
    /** With an event goes its mark, or the same thing reported again would be taken for one that is kept. */
    drop: (id) =>
      transact('settled', async (ask) => {
        const [dropped] = await ask<{ seq: string; who: Buffer }>(LOCK_EVENT, [id])
        if (!dropped) return false
        await ask(FORGET_MARK, [dropped.seq])
        await ask('DELETE FROM ringup.events WHERE seq = $1', [dropped.seq])
        await ask(BRING_FORWARD, [dropped.who])
        return true
      }),
    async erase(email) {
      const parsed = Email.safeParse(email)
      if (!parsed.success) throw new Error('This is not an e-mail address.')
      const who = [toWho(parsed.data, hash)]
      return transact('settled', async (ask) => {
        const erased = { events: 0, marks: 0 }
        for (;;) {
          // Events first: what is under way leaves something in `fields` only with its event.
          const events = await ask('DELETE FROM ringup.events WHERE who = $1 RETURNING id', who)
          const marks = await ask('DELETE FROM ringup.repeats WHERE who = $1 RETURNING key', who)
          if (events.length + marks.length === 0) break // or one has come in between, and would be left without its mark
          erased.events += events.length
          erased.marks += marks.length
        }
        for (const table of ['limits', 'fields']) await ask(`DELETE FROM ringup.${table} WHERE who = $1`, who)
        await ask('SELECT FROM ringup.lines WHERE who = $1 FOR UPDATE', who) // then what has just arrived can be seen
        await ask(END_LINE, who)
        await ask(BRING_FORWARD, who) // of one whose event is under way: the next claim ends it
        return erased
      })
    },
    async count() {
      const [meta] = await read<{ dropped: number }>('SELECT dropped_dead::float8 AS dropped FROM ringup.meta')
      return toCounts(await read<Counted>(COUNT), meta?.dropped ?? 0, now())
    },
    close,
  }
}

const COLUMNS = 'seq, id, kind, list, state, reason, attempts, occurred, received, payload'
const PAGE = `
  SELECT ${COLUMNS} FROM ringup.events
  WHERE seq > $1::bigint AND ($2::text IS NULL OR state = $2::text) AND ($3::text IS NULL OR reason = $3::text)
  ORDER BY seq LIMIT $4::integer`
const READ = `SELECT ${COLUMNS} FROM ringup.events WHERE id = $1`
/** Puts them back into their customers' lines. */
const REPLAY = `
  WITH replayed AS (
    UPDATE ringup.events SET state = 'waiting', reason = NULL, attempts = 0, misses = 0, replayed = true, due = $3::float8
    WHERE state = 'dead' AND (id = $1::text OR reason = $2::text) RETURNING seq, who
  ), line AS (
    INSERT INTO ringup.lines AS known (who, seq, due) SELECT who, min(seq), $3::float8 FROM replayed GROUP BY who
    ON CONFLICT (who) DO UPDATE SET due = least(known.due, excluded.due)
  )
  SELECT seq FROM replayed`
/** Or a signed one that takes its place at this moment would go in its stead, and its mark stay. */
const LOCK_EVENT = 'SELECT seq, who FROM ringup.events WHERE id = $1 FOR UPDATE'
const FORGET_MARK = toForgetMarks('event.seq = $1')
/** What stood behind an event that has gone; see postgres.ts. */
const BRING_FORWARD = 'UPDATE ringup.lines SET due = 0 WHERE who = $1'
/** Where nothing waits and nothing is under way. */
const END_LINE = `
  DELETE FROM ringup.lines WHERE who = $1 AND lease IS NULL
    AND NOT EXISTS (SELECT FROM ringup.events WHERE who = $1 AND state = 'waiting')`
const COUNT = `
  SELECT state, kind, reason, count(*)::integer AS events, sum(octet_length(payload))::float8 AS bytes, min(occurred) AS oldest
  FROM ringup.events GROUP BY state, kind, reason ORDER BY min(seq)`
