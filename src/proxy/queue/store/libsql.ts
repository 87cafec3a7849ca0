/**
 * The queue's store in one SQLite file, for one proxy process and the operator's commands beside it.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, so an acknowledged event survives a power cut. Calls
 * of libsql block, so the proxy has this in a thread of its own; see thread.ts.
 */
import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import Libsql from 'libsql'
import type { Ask, Store, Transaction, Urgency } from './index.js'
import { toSqlite } from './sqlite.js'

/** How long to wait for a writer in another process: the operator's commands are short. */
const BUSY_MS = 5_000
/** Values of one statement: 32,766 by SQLite's default. */
const dialect = toSqlite(32_766)
/** How long to wait for a proxy that is about to end. */
const LOCK_MS = 1_000
/** Room on the disk for what has to be written to free some: what became of events. */
const BALLAST_BYTES = 4 * 1024 * 1024
/** When to try again whether there is. */
const BALLAST_MS = 5_000

interface Options {
  now?: (() => number) | undefined
}

/**
 * For the proxy: makes the file when it is absent, and keeps every other proxy out.
 *
 * @throws Error in a sentence when the file cannot be used
 */
export function openForProxy(file: string, { now }: Options = {}): Store {
  return open(file, now, (closing) => {
    if (file !== ':memory:') {
      if (existsSync(file) && !statSync(file).isFile()) throw new Error('it is no file.')
      closeSync(openSync(file, 'a', 0o600)) // -wal and -shm take the mode of the file itself
    }
    const db = connect(file, closing)
    db.prepare('SELECT count(*) FROM sqlite_schema').all() // text is no database: found out before anything is changed
    return {
      db,
      async use() {
        if (file !== ':memory:') {
          closing.push(lock(file), await lockByName(file))
          for (const each of [file, `${file}-wal`, `${file}-shm`]) tighten(each)
        }
        db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
      },
      ...(file !== ':memory:' && { ballast: createBallast(`${file}-ballast`) }),
    }
  })
}

/**
 * For the operator: never makes a database, and changes nothing by being opened.
 *
 * @throws Error in a sentence when there is no file
 */
export function openForOperator(file: string, { now }: Options = {}): Store {
  return open(file, now, (closing) => {
    if (!existsSync(file) || !statSync(file).isFile()) throw new Error('there is no such file.')
    const db = connect(file, closing)
    db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    return { db, use: async () => {} }
  })
}

interface Opened {
  db: Libsql.Database
  /** Before the first transaction: the file is ours. */
  use(): Promise<void>
  ballast?: Ballast
}

function open(file: string, now: () => number = Date.now, prepare: (closing: (() => void)[]) => Opened): Store {
  const closing: (() => void)[] = []
  const close = async () => {
    for (const each of closing.reverse().splice(0)) each()
  }
  try {
    return createStore(file, now, prepare(closing), close)
  } catch (error) {
    void close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database file ${file} cannot be used: ${reason}`, { cause: error })
  }
}

function createStore(file: string, now: () => number, { db, use, ballast }: Opened, close: () => Promise<void>): Store {
  const statements = new Map<string, (values: unknown[]) => unknown[]>()
  // Only the second keeps the proxy waiting, and finds little left to do; when the proxy is busy, its own next one does it.
  const checkpoints = ['PASSIVE', 'TRUNCATE'].map((mode) => `PRAGMA wal_checkpoint(${mode})`)
  let isUsed = false
  let turn: Promise<unknown> = Promise.resolve()

  const ask: Ask = async <Row>(sql: string, values: unknown[] = []) => {
    let run = statements.get(sql)
    if (!run) {
      run = prepare(sql)
      statements.set(sql, run)
    }
    return run(values) as Row[] // the columns it names
  }

  function prepare(sql: string): (values: unknown[]) => unknown[] {
    const returnNothing = (act: (values: unknown[]) => unknown) => (values: unknown[]) => {
      act(values)
      return []
    }
    if (/;\s*\S/.test(sql.replace(/--.*/g, ''))) return returnNothing(() => db.exec(sql)) // a step of the schema, or several
    const statement = db.prepare(sql)
    // By `all`, because libsql's `get` that has failed once fails for ever, whatever it is asked (0.5.29).
    if (/\bRETURNING\b|^\s*(SELECT|WITH|PRAGMA)\b/.test(sql)) return (values) => statement.all(values)
    return returnNothing((values) => statement.run(values))
  }

  async function transact<Result>(urgency: Urgency, work: (transaction: Transaction) => Promise<Result>) {
    if (!isUsed) await use()
    isUsed = true
    if (urgency === 'accept') ballast?.check()
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = await work({ ask, nowMs: now(), lock: async () => {}, dialect })
      db.exec('COMMIT')
      return result
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK') // after some errors SQLite has done it itself
      throw error
    }
  }

  /** One after the other: there is one connection. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  return {
    place: `file ${file}`,
    dialect,
    isShared: false,
    isAlone: false,
    transaction: (urgency, work) =>
      inTurn(async () => {
        try {
          return await transact(urgency, work)
        } catch (error) {
          // An arrival is refused instead: the room is for what became of events.
          if (urgency === 'accept' || !isFull(error) || !ballast?.free()) throw error
          return transact(urgency, work)
        }
      }),
    read: (work) => inTurn(() => work({ ask, nowMs: now(), lock: async () => {}, dialect })),
    tables: async () =>
      (await ask<{ name: string }>("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")).map(
        ({ name }) => name,
      ),
    overwriteDeleted() {
      for (const checkpoint of checkpoints) db.prepare(checkpoint).all()
    },
    close: () => inTurn(close),
  }
}

function connect(file: string, closing: (() => void)[]): Libsql.Database {
  const db = new Libsql(file, { timeout: BUSY_MS })
  closing.push(() => db.close())
  return db
}

const isFull = (error: unknown) =>
  error instanceof Error &&
  /SQLITE_FULL|SQLITE_IOERR|disk is full|disk I\/O/i.test(`${'code' in error && error.code} ${error.message}`)

interface Ballast {
  /** @throws Error while there is no room for it: what arrives is refused, and what became of events can be written */
  check(): void
  /** Makes room. @returns whether there was any to make */
  free(): boolean
}

/**
 * A full disk mends itself: to delete an event SQLite has to write, so a file that only takes room is given up for it, and
 * nothing is accepted until there is room for the file again.
 */
function createBallast(file: string): Ballast {
  let failedMs = Number.NEGATIVE_INFINITY
  let isThere = existsSync(file) && statSync(file).size === BALLAST_BYTES

  function make() {
    try {
      writeFileSync(file, Buffer.alloc(BALLAST_BYTES, '.'), { mode: 0o600 })
      isThere = true
    } catch (error) {
      failedMs = performance.now()
      rmSync(file, { force: true }) // half of it
      throw error
    }
  }

  return {
    check() {
      if (isThere) return
      if (performance.now() - failedMs < BALLAST_MS) throw new Error('Error: ENOSPC: the disk is full')
      make()
    },
    free() {
      if (!isThere) return false
      isThere = false
      rmSync(file, { force: true })
      return true
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

/**
 * The same once more where nobody can remove it: a name that Linux keeps for as long as the process lives, and that says which
 * file it is. Elsewhere, and between containers, the lock above is all there is.
 */
async function lockByName(file: string): Promise<() => void> {
  if (process.platform !== 'linux') return () => {}
  const { dev, ino } = statSync(file)
  const server = createServer().unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new Error('another proxy is using it.', { cause })))
    server.listen(`\0ringup-${dev}-${ino}`, resolve)
  })
  return () => void server.close()
}
