/**
 * The tables of the ledger. README.md explains them on one page.
 *
 * Times are milliseconds since 1970. Hashes are keyed, in base64url (identity.ts).
 */
import type { Dialect } from './store/index.js'
import { FAILURES, STATES } from './types.js'

/** The version of these tables. */
export const SCHEMA = 8

export const createTables = ({ before, key, sequence, number, bytes, asIndex, after }: Dialect) => `
  ${before}
  -- The version, the sealed key of the hashes, the shop of the database, and notes of the proxy.
  CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL) ${asIndex};

  -- One row for each event and refused report. A duplicate has none.
  CREATE TABLE events (
    seq ${number} ${sequence},              -- order of arrival
    id text NOT NULL UNIQUE,
    list text NOT NULL,                     -- empty for an order
    who ${key} NOT NULL,                    -- hash of the e-mail address; empty for a refused report
    signed integer NOT NULL,
    network text NOT NULL,                  -- hash of the network, until it is delivered; empty if it does not count
    calm integer NOT NULL,                  -- 1: signed, or no other event of its network waited when it arrived
    replayed integer NOT NULL DEFAULT 0,    -- 1: the operator sends it again
    occurred bigint NOT NULL,
    received bigint NOT NULL,
    state text NOT NULL CHECK (state IN (${STATES.map((state) => `'${state}'`).join(', ')})),
    reason text,                            -- why it waits, died or was refused
    status integer,                         -- status of the API's latest answer
    attempts integer NOT NULL DEFAULT 0,
    refusals integer NOT NULL DEFAULT 0,    -- attempts that the API refused for the event's content
    due bigint NOT NULL,                    -- the next attempt; of an event that does not wait, when its state began
    lease bigint NOT NULL DEFAULT 0,        -- until when one of several proxies sends it
    identity ${key},                        -- hash that a duplicate has too; of a refused report, hash of its number
    name ${key},                            -- the same hash of the order's second name
    cents bigint,                           -- value of the order
    sources text,                           -- who reported it: p(age), w(ebhook), s(erver); NULL: another row counts, or none
    problems text,                          -- fields that could not be read: "cart_value ambiguous_amount, …"
    tries text,                             -- JSON: time, reason and status of each failed attempt
    bytes integer NOT NULL                  -- size of the payload and the API's answer
  );
  -- Sealed JSON, until the event is delivered.
  CREATE TABLE payloads (
    seq ${number} PRIMARY KEY,
    payload ${bytes} NOT NULL,              -- the body for the API; of a refused report, its number
    answer ${bytes}                         -- the beginning of the API's answer to a dead letter
  );

  CREATE INDEX events_lane ON events ((${LANE}), due, seq) WHERE ${WAITS};
  CREATE INDEX events_line ON events (who, list, state, occurred);
  CREATE INDEX events_identity ON events (identity) WHERE identity IS NOT NULL;
  CREATE INDEX events_name ON events (name) WHERE name IS NOT NULL;
  CREATE INDEX events_stopped ON events (state, due) WHERE ${STOPPED};
  CREATE INDEX events_received ON events (received);
  ${after}`

/**
 * The lane of a waiting event: 1 calm and never tried, 2 never tried, 3 tried. In the third lane, calm events (3) precede
 * others (4).
 */
export const LANE = 'CASE WHEN attempts > 0 THEN 4 - calm ELSE 2 - calm END'
export const LANES = [1, 2, 3, 4] as const
export type Lane = (typeof LANES)[number]

/*
 * Conditions as the partial indexes have them. SQLite uses such an index only if a statement repeats its condition.
 */
export const WAITS = "state = 'waiting'"
/** Dead letters and refused reports. */
export const STOPPED = "state IN ('dead', 'refused')"
export const DEAD = `state = 'dead' AND ${STOPPED}`

/** It failed because of the API, which has not asked to wait. */
export const FAILED = `reason IN (${FAILURES.map((trouble) => `'${trouble}'`)})`

/** The kind of an event, in SQL. */
export const KIND = "CASE WHEN list = '' THEN 'convert' ELSE 'addToList' END"
