/**
 * The queue's store in one SQLite file, for one proxy process. The operator's commands may use the file too.
 *
 * WAL with synchronous=FULL: a commit is on the disk when it returns, so an acknowledged event survives a power cut.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import Libsql from 'libsql'
import { BALLAST_BYTES, type Ballast, createBallast, isFull } from './ballast.js'
import { lock } from './file-lock.js'
import type { Ask, Store, Transaction, Urgency } from './index.js'
import { toSqlite } from './sqlite.js'

/** The wait for a writer in another process. The operator's commands are short. */
const BUSY_MS = 5_000
/** The wait after a first wait was in vain, while that writer still has the lock. */
const STILL_BUSY_MS = 250
/** The proxy tries again after this time, and answers other requests in between. */
const BUSY_STEP_MS = 20
/**
 * Memory for SQLite's pages. With millions of rows, each order reads pages that are not in a small cache. The file is
 * not memory-mapped, because a failing disk would then end the process with a signal (SQLite, "Memory-Mapped I/O").
 */
const CACHE_KIB = 64 * 1024
/**
 * Pages in the log before they are written to the file: 4 MiB, less than the ballast, so that the room of the ballast
 * is enough for the whole log. A payload that is deleted by then is never copied.
 */
const LOG_PAGES = 1_000
/** The most values of one statement: SQLite's default, 32,766. */
const dialect = toSqlite(32_766)

interface Options {
  now?: (() => number) | undefined
}

/** Closes what was opened so far, the latest first. */
type Closing = (() => void)[]

/**
 * Opens the file for the proxy. Creates it if it is missing, and keeps every other proxy out. On a full disk, the
 * ballast makes room for the files that SQLite writes next to it.
 *
 * @throws Error in a sentence, if the file cannot be used
 */
export async function openForProxy(file: string, { now }: Options = {}): Promise<Store> {
  const ballast = file === ':memory:' ? undefined : createBallast(`${file}-ballast`)
  const open = () =>
    orClose(file, async (closing) => {
      if (file !== ':memory:') {
        if (existsSync(file) && !statSync(file).isFile()) throw new Error('it is not a file.')
        closeSync(openSync(file, 'a', 0o600)) // -wal and -shm get the mode of the file itself
      }
      const db = connect(file, closing, BUSY_STEP_MS)
      function prepare() {
        if (file !== ':memory:') {
          closing.push(lock(file))
          for (const each of [file, `${file}-wal`, `${file}-shm`]) tighten(each)
        }
        db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
        db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
      }
      return createStore(file, db, { now, ballast, closing, prepare })
    })
  return open().catch((error: unknown) => {
    if (!isFull(Object(error).cause) || !ballast?.free()) throw error
    return open()
  })
}

/**
 * Opens the file for the operator. Does not create or change it.
 *
 * @throws Error in a sentence, if the file does not exist
 */
export function openForOperator(file: string, { now }: Options = {}): Promise<Store> {
  return orClose(file, async (closing) => {
    if (!existsSync(file) || !statSync(file).isFile()) throw new Error('there is no such file.')
    const db = connect(file, closing, BUSY_MS)
    db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    return createStore(file, db, { now, closing })
  })
}

async function orClose(file: string, open: (closing: Closing) => Promise<Store>): Promise<Store> {
  const closing: Closing = []
  try {
    return await open(closing)
  } catch (error) {
    for (const close of closing.reverse()) close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database file ${file} cannot be used: ${reason}`, { cause: error })
  }
}

/** @throws Error for a file that is not a database, before it is changed */
function connect(file: string, closing: Closing, timeoutMs: number): Libsql.Database {
  const db = new Libsql(file, { timeout: timeoutMs })
  closing.push(() => db.close())
  db.prepare('SELECT count(*) FROM sqlite_schema').all()
  return db
}

/** Restricts the file's mode, because a copy made by hand may be readable for all users. */
function tighten(file: string) {
  if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
}

interface StoreParts {
  now?: (() => number) | undefined
  /** Undefined for the operator. */
  ballast?: Ballast | undefined
  closing: Closing
  /** Runs before the first transaction. The file of another program is found by a read, and stays unchanged. */
  prepare?: () => void
}

function createStore(file: string, db: Libsql.Database, parts: StoreParts): Store {
  const { now = Date.now, ballast, closing } = parts
  let isPrepared = false
  const statements = new Map<string, (values: unknown[]) => unknown[]>()
  const checkFiles = watchFiles(file)
  let busyMs = BUSY_MS
  let turn: Promise<unknown> = Promise.resolve()
  /** Set once SQLite has called the file malformed. Arrivals are then refused. Events that can be read are still sent. */
  let broken: unknown

  const ask: Ask = async <Row>(sql: string, values: unknown[] = []) => {
    const run = statements.get(sql) ?? prepare(sql)
    statements.set(sql, run)
    return run(values) as Row[] // the columns that the statement names
  }

  function prepare(sql: string): (values: unknown[]) => unknown[] {
    const returnNothing = (run: (values: unknown[]) => unknown) => (values: unknown[]) => {
      run(values)
      return []
    }
    // The statements that create tables.
    if (/;\s*\S/.test(sql.replace(/--.*/g, ''))) return returnNothing(() => db.exec(sql))
    const statement = db.prepare(sql)
    // `get` of libsql 0.5.29 fails for all later values after it has failed once. `all` does not.
    return statement.reader ? (values) => statement.all(values) : returnNothing((values) => statement.run(values))
  }

  function noteBroken(error: unknown) {
    if (isMalformed(error)) broken ??= error
  }

  /** Writes the log into the file and empties it, because the log does not shrink by itself. */
  function cutLog() {
    try {
      db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    } catch {
      // Another process is reading, or the disk is too full for this too.
    }
  }

  /** Checks for free pages. After many events, the file has free room of its own. */
  const hasFreePages = () => db.prepare(FREE_PAGES).all().length > 0

  /** Begins a transaction. Once a wait was in vain, the next waits are short, so that they do not add up. */
  async function begin() {
    for (const untilMs = performance.now() + busyMs; ; await sleep(BUSY_STEP_MS)) {
      try {
        db.exec('BEGIN IMMEDIATE')
        busyMs = BUSY_MS
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        if (performance.now() < untilMs) continue
        busyMs = STILL_BUSY_MS
        throw error
      }
    }
  }

  async function transact<Result>(urgency: Urgency, work: (transaction: Transaction) => Promise<Result>) {
    if (!isPrepared) parts.prepare?.()
    isPrepared = true
    if (broken && urgency === 'accept') throw broken
    if (urgency === 'accept') ballast?.check(cutLog, hasFreePages)
    await begin()
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
    turn = result.catch(noteBroken)
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
            // An arrival is refused instead, because the room is reserved for outcomes of events.
            if (urgency === 'accept' || !isFull(again) || !ballast?.free()) throw again
            cutLog() // the ballast is larger than the log, so the whole log fits into the file now
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
    close: () =>
      inTurn(async () => {
        for (const close of closing.reverse().splice(0)) close()
      }),
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const FREE_PAGES = `SELECT 1 FROM pragma_freelist_count, pragma_page_size WHERE freelist_count * page_size >= ${BALLAST_BYTES}`

/**
 * Watches the files. A process can continue to write to a deleted file, which is lost at the next start. An arrival
 * must not be acknowledged then.
 *
 * @returns a function that throws if one of the files was replaced or deleted
 */
function watchFiles(file: string): () => void {
  const readInodes = () => [file, `${file}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.ino).join()
  let inodes: string | undefined
  return () => {
    inodes ??= readInodes()
    if (readInodes() !== inodes) throw new Error(`Error: ENOENT: the database file ${file} was moved or deleted`)
  }
}

const isBusy = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'

const isMalformed = (error: unknown) =>
  error instanceof Error &&
  /SQLITE_CORRUPT|SQLITE_NOTADB|malformed/.test(`${'code' in error && error.code} ${error.message}`)
