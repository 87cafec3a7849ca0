/**
 * The queue's store in one SQLite file, for one proxy process and the operator's commands beside it.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, so an acknowledged event survives a power cut.
 * Calls of libsql block, so the proxy runs the store in its own thread. See thread.ts.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import Libsql from 'libsql'
import { BALLAST_BYTES, type Ballast, createBallast, isFull } from './ballast.js'
import { lock, lockByName } from './file-lock.js'
import type { Ask, Store, Transaction, Urgency } from './index.js'
import { toSqlite } from './sqlite.js'

/** The wait for a writer in another process. The operator's commands are short. */
const BUSY_MS = 5_000
/** The wait after a first wait was in vain, while that writer still has the lock. */
const STILL_BUSY_MS = 250
/**
 * Memory for SQLite's pages. With millions of rows, each order reads pages that are not in a small cache. The file is
 * not memory-mapped, because a failing disk would then end the process with a signal (SQLite, "Memory-Mapped I/O").
 */
const CACHE_KIB = 64 * 1024
/** Pages in the log before they are written to the file: 16 MiB. A payload that is deleted by then is never copied. */
const LOG_PAGES = 4_000
/** The most values of one statement: SQLite's default, 32,766. */
const dialect = toSqlite(32_766)

interface Options {
  now?: (() => number) | undefined
}

/**
 * Opens the file for the proxy. Creates it if it is missing, and keeps every other proxy out. On a full disk, the
 * ballast makes room for the files that SQLite writes beside it.
 *
 * @throws Error in a sentence, if the file cannot be used
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
      closeSync(openSync(file, 'a', 0o600)) // -wal and -shm get the mode of the file itself
    }
    const db = connect(file, closing)
    // fails for a file that is not a database, before it is changed
    db.prepare('SELECT count(*) FROM sqlite_schema').all()
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
 * Opens the file for the operator. Does not create or change it.
 *
 * @throws Error in a sentence, if the file does not exist
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
 * Watches the files. A process can continue to write to a deleted file, which is lost at the next start. An arrival
 * must not be acknowledged then.
 *
 * @returns a function that throws if one of the files was replaced or deleted
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
  /** Runs before the first transaction, when the file belongs to this proxy. */
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
  /**
   * Set once SQLite has called the file malformed. Arrivals are then refused. Waiting events are sent if they can be
   * read.
   */
  let broken: unknown
  let busyMs = BUSY_MS
  let turn: Promise<unknown> = Promise.resolve()

  /** Writes the log into the file and empties it, because the log does not shrink by itself. */
  function cutLog() {
    try {
      db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    } catch {
      // another process is reading, or the disk is too full for this too
    }
  }

  /** Checks for free pages. After many events, the file has free room of its own. */
  function hasFreePages() {
    const sql = `SELECT 1 FROM pragma_freelist_count, pragma_page_size WHERE freelist_count * page_size >= ${BALLAST_BYTES}`
    return db.prepare(sql).all().length > 0
  }

  const ask: Ask = async <Row>(sql: string, values: unknown[] = []) => {
    const run = statements.get(sql) ?? prepare(sql)
    statements.set(sql, run)
    return run(values) as Row[] // the columns that the statement names
  }

  function prepare(sql: string): (values: unknown[]) => unknown[] {
    const returnNothing = (act: (values: unknown[]) => unknown) => (values: unknown[]) => {
      act(values)
      return []
    }
    // the statements that create tables
    if (/;\s*\S/.test(sql.replace(/--.*/g, ''))) return returnNothing(() => db.exec(sql))
    const statement = db.prepare(sql)
    // `get` of libsql 0.5.29 fails for all later values after it has failed once. `all` does not.
    return statement.reader ? (values) => statement.all(values) : returnNothing((values) => statement.run(values))
  }

  function noteBroken(error: unknown) {
    if (!isMalformed(error)) throw error
    broken ??= error
  }

  /**
   * Begins a transaction. Once a wait for another program's lock was in vain, the next waits are short, so that they do
   * not add up.
   */
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
      if (db.inTransaction) db.exec('ROLLBACK') // after some errors, SQLite has already rolled back
      throw error
    }
  }

  /** Runs work one after another, because there is one connection. */
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
            // An arrival is refused instead, because the room is reserved for results of events.
            if (urgency === 'accept' || !isFull(again) || !ballast?.free()) throw again
            return transact(urgency, work)
          })
        }
      }),
    read: (work) => inTurn(() => work({ ask, nowMs: now(), lock: async () => {}, dialect })),
    overwriteDeleted() {
      // Only the second mode blocks the proxy, and little work is left for it. If the proxy is busy, its own next
      // checkpoint does the work.
      for (const mode of ['PASSIVE', 'TRUNCATE']) db.prepare(`PRAGMA wal_checkpoint(${mode})`).all()
    },
    close: () => inTurn(close),
  }
}

/**
 * The largest file that is checked at the start. A check of a larger file would take too long. Its damage is found when
 * a statement reads the damaged page.
 */
const CHECKED_BYTES = 64 * 1024 * 1024

function isSmall(db: Libsql.Database): boolean {
  const [size] = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').all()
  return (size as { bytes: number }).bytes <= CHECKED_BYTES // the statement's one column
}

/** @throws Error if SQLite finds the file malformed */
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

/** Restricts the file's mode, because a copy made by hand may be readable for all users. */
function tighten(file: string) {
  if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
}
