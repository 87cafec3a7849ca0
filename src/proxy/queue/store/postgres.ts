/**
 * The queue's store in a Postgres database, in a schema of its own, for any number of proxies.
 *
 * Nothing is left in a session, so a pooler in transaction mode may stand in between: settings and locks are the
 * transaction's own, and no statement has a name. Nothing waits for ever: a server that hangs is an error, and so is a
 * proxy that hangs, to the server. Errors carry a code and a sentence of ours, for Postgres quotes values in its own.
 */
import pg from 'pg'
import type { Ask, Dialect, Store, Transaction, Urgency } from './index.js'
import { isOfServer, PostgresError, toCode } from './postgres-error.js'

/** Transactions at once. The server's own group commit makes one wait for the disk of those that end together. */
const MAX_CONNECTIONS = 8
const CONNECT_MS = 3_000
/** Limit for one statement. A page waits for an arrival for 10 s at most. */
const STATEMENT_MS = { accept: 5_000, ack: 30_000 }
/** The server ends a transaction that asks for nothing for so long: its proxy was frozen, or the network cut. */
const IDLE_MS = 10_000
const MAX_TRIES = 5
/** A proxy that is told to stop does not wait for a database that hangs. */
const CLOSE_MS = 500
/** Two transactions conflict: a deadlock, a serialization failure, or one id at once. Nothing is written, and it is tried again. */
const MET = ['40P01', '40001', '23505']

/** Tables whose rows come and go; Postgres would else wait until a fifth of them is dead. */
const BUSY_TABLES = ['events', 'payloads']
const VACUUM_SOONER = 'SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)'

const toDialect = (schema: string): Dialect => ({
  tables: `SELECT tablename AS name FROM pg_catalog.pg_tables WHERE schemaname = '${schema}'`,
  // IF NOT EXISTS would need a right that is not there when an administrator has made the schema.
  before: `DO $$ BEGIN IF pg_catalog.to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA "${schema}"; END IF; END $$;`,
  number: 'bigint',
  bytes: 'bytea',
  key: 'text COLLATE pg_catalog."C"',
  sequence: 'GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  asIndex: '',
  lockRows: ' FOR UPDATE SKIP LOCKED',
  toRowsAtOnce: (rows) => rows, // of 65,535 values
  after: `ALTER TABLE payloads ALTER payload SET STORAGE EXTERNAL; -- what is sealed cannot be compressed
    ${BUSY_TABLES.map((table) => `ALTER TABLE ${table} ${VACUUM_SOONER};`).join(' ')}`,
})

type Work<Result> = (transaction: Transaction) => Promise<Result>

interface Options {
  schema?: string | undefined
  now?: (() => number) | undefined
}

/** Nothing is asked before the first transaction. */
export function connect(url: string, { schema = 'ringup', now }: Options = {}): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'ringup',
    keepAlive: true,
    types: { getTypeParser },
  } as pg.PoolConfig) // its types want a complete set of parsers
  // The next transaction finds out by itself; without a listener each of these would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = toDialect(schema)
  const inFlight = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  /** A connection that is lost, or does not answer, is not used again. */
  async function transactOnce<Result>(statementMs: number, work: Work<Result>): Promise<Result> {
    const client = await pool.connect().catch((error: unknown) => {
      throw new PostgresError(toCode(error) ?? 'unknown') // what is not ours may quote the address, and with it the password
    })
    const ask: Ask = async <Row>(sql: string, values?: unknown[]) => {
      // Somewhat later than the server's own limit, which leaves the connection usable.
      const query = { text: toNumbered(sql), values, query_timeout: statementMs + 1_000 }
      const results: unknown = await client.query(query as pg.QueryConfig) // it is of pg, but not of its types
      return ([results].flat().at(-1) as pg.QueryResult).rows as Row[] // of several statements the last one's; the columns it names
    }
    let isUsable = false
    try {
      const [row] = await ask<{ now: number }>(toBegin(schema, statementMs))
      const result = await work({
        ask,
        nowMs: now?.() ?? row?.now ?? Date.now(),
        dialect,
        async lock(...customers) {
          // In the same order everywhere, or two proxies would wait for each other.
          await ask(LOCK, [[...new Set(customers)].sort().map((customer) => `${schema} ${customer}`)])
        },
      })
      await ask('COMMIT')
      isUsable = true
      return result
    } catch (error) {
      if (toCode(error) === undefined || isOfServer(error)) {
        await ask('ROLLBACK')
        isUsable = true
      }
      throw error
    } finally {
      client.release(!isUsable)
    }
  }

  async function transact<Result>(urgency: Urgency, work: Work<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transactOnce(STATEMENT_MS[urgency], work)
      } catch (error) {
        const code = toCode(error)
        if (code === undefined) throw error
        if (!MET.includes(code) || tries === MAX_TRIES) throw new PostgresError(code)
      }
    }
  }

  function transaction<Result>(urgency: Urgency, work: Work<Result>): Promise<Result> {
    const job = transact(urgency, work)
    inFlight.add(job)
    const forget = () => inFlight.delete(job)
    job.then(forget, forget)
    return job
  }

  return {
    place: toPlace(url),
    isShared: true,
    transaction,
    read: (work) => transaction('accept', work),
    close() {
      closing ??= Promise.race([Promise.allSettled(inFlight), late()]).then(() => pool.end())
      return closing
    },
  }
}

const late = () => new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())

/** Ringup's among all locks of the database: ASCII for "ring". */
const LOCK = `
  SELECT pg_catalog.pg_advisory_xact_lock(${0x72696e67}, pg_catalog.hashtext(name))
  FROM pg_catalog.unnest(?1::text[]) AS name`

const numbered = new Map<string, string>()

/** Parameters as Postgres writes them. */
function toNumbered(sql: string): string {
  const known = numbered.get(sql) ?? sql.replace(/\?(\d)/g, '$$$1')
  numbered.set(sql, known)
  return known
}

/** Whole numbers are numbers here: times and sums are far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text')

/**
 * A commit is on the disk when it is answered, also where the server is told to answer sooner. The search path is the
 * transaction's own, and no statement has a name, so a pooler may lend the connection to others afterwards.
 */
const toBegin = (schema: string, statementMs: number) => `
  BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET LOCAL statement_timeout = ${statementMs};
  SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS};
  SET LOCAL search_path = "${schema}";
  SELECT pg_catalog.set_config('synchronous_commit', 'on', true)
  WHERE pg_catalog.current_setting('synchronous_commit') = 'off';
  SELECT floor(extract(epoch FROM pg_catalog.clock_timestamp()) * 1000)::bigint AS now`

/** Where it is, without user, password or anything else that may be in an address. */
export function toPlace(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}${port && `:${port}`}${pathname}`
}
