/**
 * The queue's store in one SQLite file, for one proxy process and the operator's commands beside it.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, so an acknowledged event survives a power cut. Calls
 * of libsql block, so the proxy has this in a thread of its own; see thread.ts.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import Libsql from 'libsql'
import { BALLAST_BYTES, type Ballast, createBallast, isFull } from './ballast.js'
import { lock, lockByName } from './file-lock.js'
import type { Ask, Store, Transaction, Urgency } from './index.js'
import { toSqlite } from './sqlite.js'

/** How long to wait for a writer in another process: the operator's commands are short. */
const BUSY_MS = 5_000
/** The same, while that writer still has the lock. */
const STILL_BUSY_MS = 250
/**
 * Pages that SQLite keeps in memory. With millions of rows, each order reads pages that a small cache does not have. The file is not
 * mapped: a disk that fails would then end the process with a signal (SQLite, "Memory-Mapped I/O").
 */
const CACHE_KIB = 64 * 1024
/** Pages in the log before they are written to the file: 16 MiB. A payload that is deleted by then is never copied. */
const LOG_PAGES = 4_000
/** Values of one statement: 32,766 by SQLite's default. */
const dialect = toSqlite(32_766)

interface Options {
  now?: (() => number) | undefined
}

/**
 * Opens the file for the proxy: makes it when it is absent, and keeps every other proxy out. On a full disk the ballast makes room
 * for what SQLite writes beside the file.
 *
 * @throws Error in a sentence when the file cannot be used
 */
export function openForProxy(file: string, options: Options = {}): Store {
  const ballast = file === ':memory:' ? undefined : createBallast(`${file}-ballast`)
  try {
    return openWith(ballast, file, options)
  } catch (error) {
    if (!isFull(Object(error).cause) || !ballast?.free()) throw error
    return openWith(ballast, file, options)
  }
}

function openWith(ballast: Ballast | undefined, file: string, { now }: Options): Store {
  return open(file, now, (closing) => {
    if (file !== ':memory:') {
      if (existsSync(file) && !statSync(file).isFile()) throw new Error('it is not a file.')
      closeSync(openSync(file, 'a', 0o600)) // -wal and -shm take the mode of the file itself
    }
    const db = connect(file, closing)
    db.prepare('SELECT count(*) FROM sqlite_schema').all() // fails for a file that is not a database, before anything is changed
    return {
      db,
      async use() {
        if (file !== ':memory:') {
          closing.push(lock(file))
          closing.push(await lockByName(file))
          for (const each of [file, `${file}-wal`, `${file}-shm`]) tighten(each)
        }
        db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
        db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
        if (isSmall(db)) checkWhole(db)
      },
      ballast,
    }
  })
}

/**
 * Opens the file for the operator: makes none, and changes nothing.
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

/**
 * A process can go on writing to a deleted file, which is lost at the next start. An arrival must not be acknowledged then.
 *
 * @returns a function that throws when one of the files was replaced or deleted
 */
function watchFiles(file: string): () => void {
  const readInodes = () => [file, `${file}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.ino).join()
  let known: string | undefined
  return () => {
    known ??= readInodes()
    if (readInodes() !== known) throw new Error(`Error: ENOENT: the database file ${file} was moved or deleted`)
  }
}

interface Opened {
  db: Libsql.Database
  /** Runs before the first transaction: the file is ours. */
  use(): Promise<void>
  ballast?: Ballast | undefined
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
  const checkFiles = watchFiles(file)
  let isUsed = false
  /** SQLite has called the file malformed, so nothing more is taken. Events that wait are sent if they can be read. */
  let broken: unknown
  let busyMs = BUSY_MS
  let turn: Promise<unknown> = Promise.resolve()

  /** Writes the log into the file and empties it, because the log does not shrink by itself. */
  function cutLog() {
    try {
      db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    } catch {
      // another process reads, or the disk is full for this, too
    }
  }

  /** Free pages: after a time of many events the file has room of its own for more. */
  function hasFreePages() {
    const sql = `SELECT 1 FROM pragma_freelist_count, pragma_page_size WHERE freelist_count * page_size >= ${BALLAST_BYTES}`
    return db.prepare(sql).all().length > 0
  }

  const ask: Ask = async <Row>(sql: string, values: unknown[] = []) => {
    const run = statements.get(sql) ?? prepare(sql)
    statements.set(sql, run)
    return run(values) as Row[] // the columns it names
  }

  function prepare(sql: string): (values: unknown[]) => unknown[] {
    const returnNothing = (act: (values: unknown[]) => unknown) => (values: unknown[]) => {
      act(values)
      return []
    }
    if (/;\s*\S/.test(sql.replace(/--.*/g, ''))) return returnNothing(() => db.exec(sql)) // the tables
    const statement = db.prepare(sql)
    // After `get` of libsql 0.5.29 has failed once, it fails for all later values. `all` does not.
    return statement.reader ? (values) => statement.all(values) : returnNothing((values) => statement.run(values))
  }

  function noteBroken(error: unknown) {
    if (!isMalformed(error)) throw error
    broken ??= error
  }

  /** Once the wait for another program's lock was in vain, the next ones are short, so that the waits do not add up. */
  function begin() {
    try {
      db.exec('BEGIN IMMEDIATE')
      waitFor(BUSY_MS)
    } catch (error) {
      if (isBusy(error)) waitFor(STILL_BUSY_MS)
      throw error
    }
  }

  function waitFor(ms: number) {
    if (ms !== busyMs) db.exec(`PRAGMA busy_timeout = ${ms}`)
    busyMs = ms
  }

  async function transact<Result>(urgency: Urgency, work: (transaction: Transaction) => Promise<Result>) {
    if (!isUsed) await use().catch(noteBroken)
    isUsed = true
    if (broken && urgency === 'accept') throw broken
    if (urgency === 'accept') ballast?.check(cutLog, hasFreePages)
    begin()
    try {
      const result = await work({ ask, nowMs: now(), lock: async () => {}, dialect })
      db.exec('COMMIT')
      if (urgency === 'accept') checkFiles()
      return result
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK') // after some errors SQLite has done it itself
      throw error
    }
  }

  /** One after the other: there is one connection. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(noteBroken).catch(() => {})
    return result
  }

  return {
    place: `file ${file}`,
    isShared: false,
    transaction: (urgency, work) =>
      inTurn(async () => {
        try {
          return await transact(urgency, work)
        } catch (error) {
          if (!isFull(error)) throw error
          cutLog()
          return transact(urgency, work).catch((again: unknown) => {
            // An arrival is refused instead: the room is for what became of events.
            if (urgency === 'accept' || !isFull(again) || !ballast?.free()) throw again
            return transact(urgency, work)
          })
        }
      }),
    read: (work) => inTurn(() => work({ ask, nowMs: now(), lock: async () => {}, dialect })),
    overwriteDeleted() {
      // Only the second blocks the proxy, and it has little left to do. If the proxy is busy, its own next checkpoint does it.
      for (const mode of ['PASSIVE', 'TRUNCATE']) db.prepare(`PRAGMA wal_checkpoint(${mode})`).all()
    },
    close: () => inTurn(close),
  }
}

/** A check of a larger file would delay the start. So its damage is found only when a statement reads the damaged page. */
const CHECKED_BYTES = 64 * 1024 * 1024

function isSmall(db: Libsql.Database): boolean {
  const [size] = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').all()
  return (size as { bytes: number }).bytes <= CHECKED_BYTES // the statement's one column
}

/** @throws Error when SQLite finds the file malformed */
function checkWhole(db: Libsql.Database) {
  const [found] = db.prepare('PRAGMA quick_check(1)').raw().all() as string[][]
  if (found?.[0] !== 'ok')
    throw Object.assign(new Error('SqliteError: the file is malformed'), { code: 'SQLITE_CORRUPT' })
}

const isBusy = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'

const isMalformed = (error: unknown) =>
  error instanceof Error &&
  /SQLITE_CORRUPT|SQLITE_NOTADB|malformed/.test(`${'code' in error && error.code} ${error.message}`)

function connect(file: string, closing: (() => void)[]): Libsql.Database {
  const db = new Libsql(file, { timeout: BUSY_MS })
  closing.push(() => db.close())
  return db
}

/** A copy put in place by hand may be open to all. */
function tighten(file: string) {
  if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
}
