/**
 * Connections to Postgres, and transactions on them.
 *
 * Nothing is left in a session, so a pooler in transaction mode may stand in between: settings and locks are the
 * transaction's own, and no statement has a name. Nothing waits for ever: a server that hangs is an error, and so is a
 * proxy that hangs, to the server. Errors carry a code and a sentence of ours, for Postgres quotes values in its own.
 */
import pg from 'pg'
import { isLoopback, toNetworkCause } from '../network-cause.js'

/** Transactions at once. The server's own group commit makes one wait for the disk of those that end together. */
const MOST_CONNECTIONS = 8
const CONNECT_MS = 3_000
/** For one statement. A page waits for an arrival, 10 s at most; nobody waits for what became of an event. */
const STATEMENT_MS = { arrival: 5_000, settled: 30_000 }
type Urgency = keyof typeof STATEMENT_MS
/** After which the server ends a transaction that asks for nothing more: its proxy was frozen, or the network cut. */
const IDLE_MS = 10_000
const MOST_TRIES = 5
/** Two transactions have met: deadlock, serialization, the same id at once. Nothing is written; it goes the next time. */
const MET = ['40P01', '40001', '23505']

const SENTENCES: Record<string, string> = {
  timeout: 'no answer in time',
  '08P01': 'it, or a pooler before it, does not understand',
  '0A000': 'it is a standby, which can only be read',
  '25006': 'it is read-only',
  '28000': 'it lets this user, or a connection without TLS, not in',
  '28P01': 'it refuses the user or the password',
  '3D000': 'it has no database of this name',
  '42501': 'this user may not do that there',
  '53100': 'its disk is full',
  '53300': 'it has no connection left',
  '57014': 'it took too long',
  '57P01': 'it is being stopped',
  '57P03': 'it is starting or being stopped',
  tls: 'it has no TLS',
  closed: 'the connection was broken off',
  ENOENT: 'a file that its address names is not there',
}

/** What went wrong, by the SQLSTATE or the system's code; never in Postgres' own words, which quote values. */
export class PostgresError extends Error {
  constructor(readonly code: string) {
    super(`${SENTENCES[code] ?? toNetworkCause(code) ?? 'it failed'} (${code})`)
    this.name = 'PostgresError'
  }
}

/** A database used in a way that it cannot be; the message is a sentence. */
export class UnusableError extends Error {}

/** Asks within the transaction. */
export type Ask = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>

type Work<Result> = (ask: Ask) => Promise<Result>

export interface Connection {
  /**
   * Durable when it resolves. Tried again when it has met another; may be done although it rejects, when the answer was lost.
   *
   * @param first a statement without parameters, which saves a journey by going with the beginning
   * @throws PostgresError, and what `work` throws
   */
  transact<Result>(urgency: Urgency, work: Work<Result>, first?: string): Promise<Result>
  /**
   * One statement that only reads, in one journey.
   *
   * @throws PostgresError
   */
  read: Ask
  /** Lets `close` wait for a job of several transactions. */
  during<Result>(job: Promise<Result>): Promise<Result>
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** Nothing is asked before the first transaction. */
export function connect(url: string): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'ringup',
    keepAlive: true,
  })
  // The next transaction finds out by itself; without a listener each of these would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const underWay = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  /** Lends a connection; one that is lost, or does not answer, is not used again. */
  async function lend<Result>(statementMs: number, work: Work<Result>): Promise<Result> {
    const client = await pool.connect()
    let broken = true
    try {
      const result = await work(async (text, values) => {
        // Somewhat later than the server's own limit, which leaves the connection usable.
        const query = { text, values, query_timeout: statementMs + 1_000 }
        return (await client.query(query as pg.QueryConfig)).rows // it is of pg, but not of its types
      })
      broken = false
      return result
    } catch (error) {
      broken = toCode(error) !== undefined && !isOfServer(error)
      throw error
    } finally {
      client.release(broken)
    }
  }

  async function transactOnce<Result>(ask: Ask, begin: string, work: Work<Result>): Promise<Result> {
    try {
      await ask(begin)
      const result = await work(ask)
      await ask('COMMIT')
      return result
    } catch (error) {
      if (toCode(error) === undefined || isOfServer(error)) await ask('ROLLBACK')
      throw error
    }
  }

  async function tryAgain<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt()
      } catch (error) {
        const code = toCode(error)
        if (code === undefined) throw error
        if (!MET.includes(code) || tries === MOST_TRIES) throw new PostgresError(code)
      }
    }
  }

  function during<Result>(job: Promise<Result>): Promise<Result> {
    underWay.add(job)
    const forget = () => underWay.delete(job)
    job.then(forget, forget)
    return job
  }

  return {
    transact(urgency, work, first = '') {
      const statementMs = STATEMENT_MS[urgency]
      const begin = toBegin(statementMs) + first
      return during(tryAgain(() => lend(statementMs, (ask) => transactOnce(ask, begin, work))))
    },
    read: (sql, values) => during(tryAgain(() => lend(STATEMENT_MS.arrival, (ask) => ask(sql, values)))),
    during,
    close() {
      closing ??= Promise.allSettled(underWay).then(() => pool.end())
      return closing
    },
  }
}

/** A commit is on the disk when it is answered, also where the server is told to answer sooner. */
const toBegin = (statementMs: number) => `
  BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET LOCAL statement_timeout = ${statementMs};
  SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS};
  SELECT pg_catalog.set_config('synchronous_commit', 'on', true)
  WHERE pg_catalog.current_setting('synchronous_commit') = 'off';`

/** Of a server that is going, or cannot be written: after a failover the address leads to another, connections do not. */
const LEADS_NOWHERE = /^(08|57P|0A000$|25006$)/

/** Of the server, by SQLSTATE; the connection is as good as before. */
const isOfServer = (error: unknown) => error instanceof pg.DatabaseError && !LEADS_NOWHERE.test(error.code ?? '')

/** Undefined: nothing of Postgres, nor of the way there. */
function toCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error.constructor !== Error) return undefined
  // What pg says in words alone.
  if (/time(d )?out/i.test(error.message)) return 'timeout'
  if (/SSL/.test(error.message)) return 'tls'
  if (/password/.test(error.message)) return '28P01'
  if (/connection|queryable|pool/i.test(error.message)) return 'closed'
  return undefined
}

/** Where it is, without user, password or anything else that may be in an address. */
export function toPlace(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}${port && `:${port}`}${pathname}`
}

/** Whether what is sent there could be read on its way. */
export function isOpen(url: string): boolean {
  const { ssl, host } = new pg.Client({ connectionString: url })
  return !ssl && !isLoopback(host) && !host.startsWith('/')
}
