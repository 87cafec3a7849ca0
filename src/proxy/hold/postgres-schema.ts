/**
 * The hold's schema in Postgres, `ringup`: made when it is absent, and the key of its hashes.
 *
 * Proxies that start at once wait for each other. All tables are named with their schema, so no search path matters.
 */
import { createKeyedHash, type Hash, type Seal } from '../seal.js'
import { createIndexKey, openIndexKey, sealIndexKey } from './index-key.js'
import { type Ask, type Connection, connect, PostgresError, toPlace, UnusableError } from './postgres-connection.js'
import { CART_KEPT_MS, MARK_KEPT_MS } from './repeats.js'

const SCHEMA_VERSION = 1

/** Locks of the whole database: the first number is Ringup's, ASCII for "ring". They end with their transaction. */
const toLock = (number: number) => `SELECT pg_catalog.pg_advisory_xact_lock(${0x72696e67}, ${number})`
const LOCK_SCHEMA = toLock(1)
/** For whoever hands out events, or changes which of a customer's events is next for many customers at once. */
export const LOCK_CLAIMS = toLock(2)

/**
 * Deletes the marks these events have made; not one that a later event has taken over, which expires at another time or is signed.
 *
 * @param which of `event`
 */
export const toForgetMarks = (which: string) => `
  DELETE FROM ringup.repeats AS mark USING ringup.events AS event
  WHERE mark.key = event.mark AND event.signed >= mark.signed AND ${which}
    AND mark.expires IN (event.received + ${MARK_KEPT_MS}, event.received + ${CART_KEPT_MS})`

// Times are milliseconds since 1970, of the proxies; leases alone go by the server's clock, for proxies' clocks differ.
const SCHEMA = `
  DO $$ BEGIN
    -- By IF NOT EXISTS it would ask for a right that is not needed when an administrator has made the schema.
    IF pg_catalog.to_regnamespace('ringup') IS NULL THEN CREATE SCHEMA ringup; END IF;
  END $$;
  CREATE TABLE ringup.meta (
    version integer NOT NULL,
    index_key bytea NOT NULL,            -- sealed
    dropped_dead bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE ringup.events (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    kind text NOT NULL,
    list text,
    who bytea NOT NULL,                  -- half of the keyed hash of the e-mail
    signed boolean NOT NULL,
    replayed boolean NOT NULL DEFAULT false,
    occurred double precision NOT NULL,
    received double precision NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'dead')),
    reason text,
    attempts integer NOT NULL DEFAULT 0,
    misses integer NOT NULL DEFAULT 0,
    due double precision NOT NULL,       -- when to send; of a dead letter: when it died
    mark bytea NOT NULL,                 -- key of its content in repeats
    payload bytea NOT NULL               -- sealed JSON of the body
  );
  ALTER TABLE ringup.events ALTER payload SET STORAGE EXTERNAL; -- what is sealed cannot be compressed
  CREATE INDEX events_of_customer ON ringup.events (who, state, occurred, seq);
  CREATE INDEX events_of_list ON ringup.events (list, occurred, seq) WHERE state = 'waiting' AND list IS NOT NULL;
  CREATE INDEX events_dead ON ringup.events (due, seq) WHERE state = 'dead';
  -- One of each customer with events that wait; see postgres.ts.
  CREATE TABLE ringup.lines (
    who bytea PRIMARY KEY,
    seq bigint NOT NULL,                 -- of the event it began with
    due double precision NOT NULL,       -- of its next event, or earlier
    lease uuid,                          -- of the claim that one of its events is under way with
    leased_until timestamptz
  );
  CREATE INDEX lines_by_due ON ringup.lines (due, seq);
  -- Lists that the API does not know, and when to ask again.
  CREATE TABLE ringup.held_lists (list text PRIMARY KEY, due double precision NOT NULL);
  CREATE TABLE ringup.repeats (
    key bytea PRIMARY KEY,
    content bytea NOT NULL,
    who bytea,
    signed boolean NOT NULL,
    seen double precision NOT NULL,
    expires double precision NOT NULL
  );
  CREATE INDEX repeats_by_expiry ON ringup.repeats (expires);
  CREATE INDEX repeats_of_customer ON ringup.repeats (who) WHERE who IS NOT NULL;
  -- Unsigned events of one customer and kind on one day.
  CREATE TABLE ringup.limits (
    who bytea, kind text, day integer NOT NULL, events integer NOT NULL, PRIMARY KEY (who, kind)
  );
  -- When a delivered sign-up has last said something of a field.
  CREATE TABLE ringup.fields (
    who bytea, scope text, name text, occurred double precision NOT NULL, PRIMARY KEY (who, scope, name)
  );
  -- What a repeat writes in place of an event.
  CREATE TABLE ringup.filler (place integer PRIMARY KEY, payload bytea NOT NULL);
  ALTER TABLE ringup.filler ALTER payload SET STORAGE EXTERNAL;
`
/** Tables whose rows come and go; Postgres would else wait until a fifth of them is dead. */
const BUSY_TABLES = ['events', 'lines']
const VACUUM_SOONER = BUSY_TABLES.map(
  (table) =>
    `ALTER TABLE ringup.${table} SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);`,
).join(' ')

export interface OpenDatabase extends Connection {
  hash: Hash
}

/**
 * For the proxy: makes the schema when it is absent.
 *
 * @throws Error in a sentence
 */
export function openForProxy(url: string, seal: Seal): Promise<OpenDatabase> {
  return open(url, (ask) => readOrMakeSchema(ask, seal))
}

/**
 * For the operator: never makes a schema, and changes nothing by being opened.
 *
 * @throws Error in a sentence
 */
export function openForOperator(url: string, seal: Seal): Promise<OpenDatabase> {
  return open(url, async (ask) => {
    const key = await readIndexKey(ask, seal)
    if (!key) throw new UnusableError('no proxy has used it yet.')
    return key
  })
}

async function open(url: string, prepare: (ask: Ask) => Promise<Buffer>): Promise<OpenDatabase> {
  const connection = connect(url)
  const key = await begin(connection, url, prepare)
  return { ...connection, hash: createKeyedHash(key) }
}

/**
 * What an operator wants to know before a proxy starts; changes nothing.
 *
 * @throws Error in a sentence
 */
export async function inspect(url: string): Promise<{ isThere: boolean; mayMake: boolean; isDurable: boolean }> {
  const connection = connect(url)
  const [found] = await begin(connection, url, (ask) => ask<{ there: boolean; may: boolean; fsync: string }>(INSPECT))
  await connection.close()
  return { isThere: found?.there ?? false, mayMake: found?.may ?? false, isDurable: found?.fsync === 'on' }
}

const INSPECT = `
  SELECT pg_catalog.to_regclass('ringup.meta') IS NOT NULL AS there,
    CASE WHEN pg_catalog.to_regnamespace('ringup') IS NULL
      THEN pg_catalog.has_database_privilege(pg_catalog.current_database(), 'CREATE')
      ELSE pg_catalog.has_schema_privilege('ringup', 'CREATE') END AS may,
    pg_catalog.current_setting('fsync') AS fsync`

/** The first transaction: when it fails, the database cannot be used. */
async function begin<Result>(connection: Connection, url: string, work: (ask: Ask) => Promise<Result>) {
  try {
    return await connection.transact('settled', work)
  } catch (error) {
    await connection.close()
    // What is not ours may quote the address, and with it the password.
    const reason = error instanceof PostgresError || error instanceof UnusableError ? error.message : 'it failed'
    throw new Error(`The database ${toPlace(url)} cannot be used: ${reason.replace(/\.?$/, '.')}`)
  }
}

async function readOrMakeSchema(ask: Ask, seal: Seal): Promise<Buffer> {
  await ask(LOCK_SCHEMA)
  const known = await readIndexKey(ask, seal)
  const key = known ?? createIndexKey()
  const sealed = sealIndexKey(key, seal)
  if (known) {
    await ask('UPDATE ringup.meta SET index_key = $1', [sealed])
    return key
  }
  await ask(SCHEMA + VACUUM_SOONER)
  await ask('INSERT INTO ringup.meta (version, index_key) VALUES ($1, $2)', [SCHEMA_VERSION, sealed])
  return key
}

/** Undefined when there is no schema yet. */
async function readIndexKey(ask: Ask, seal: Seal): Promise<Buffer | undefined> {
  const [found] = await ask<{ there: boolean }>("SELECT pg_catalog.to_regclass('ringup.meta') IS NOT NULL AS there")
  if (!found?.there) return undefined
  const [meta] = await ask<{ version: number; index_key: Buffer }>('SELECT version, index_key FROM ringup.meta')
  if (!meta) throw new UnusableError('its schema ringup is not one of Ringup’s.')
  const { version, index_key: sealed } = meta
  if (version > SCHEMA_VERSION) {
    throw new UnusableError(`it was written by a newer version of Ringup (schema ${version}).`)
  }
  try {
    return openIndexKey(sealed, seal)
  } catch {
    throw new UnusableError('no key of RINGUP_KEY opens it.')
  }
}
