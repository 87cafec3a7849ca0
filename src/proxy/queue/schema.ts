/**
 * The tables of the queue. README.md explains them on one page.
 *
 * Times are milliseconds since 1970. Hashes are keyed, in base64url. See identity.ts.
 */
import type { Dialect } from './store/index.js'
import { STATES, type State } from './types.js'

const toWords = (states: readonly State[]) => states.map((state) => `'${state}'`).join(', ')

export const HOUR_MS = 3_600_000
/** The hour of an arrival, in the words of the index `events_sources`. */
export const ARRIVAL_HOUR = `received / ${HOUR_MS}`

/** The condition for unsigned rows of a known network that take room, in the words of the index `events_of_network`. */
export const HOLDS_ROOM = "signed = 0 AND network <> '' AND state IN ('waiting', 'dead', 'refused')"
/** The states of rows that are swept after their time. */
export const OVER: readonly State[] = ['delivered', 'duplicate', 'deleted']
/** The condition for these rows, in the words of the index `events_until`. */
export const IS_OVER = `state IN (${toWords(OVER)})`

/** The version of these tables. */
export const SCHEMA = 7

export const createTables = ({ before, key, sequence, number, bytes, asIndex, after }: Dialect) => `
  ${before}
  CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL) ${asIndex};

  -- One row for each event and refused report, from its arrival until no fact about it is needed any more.
  CREATE TABLE events (
    seq ${number} ${sequence},              -- order of arrival
    id text NOT NULL UNIQUE,
    kind text NOT NULL,                     -- convert, addToList
    list text NOT NULL,                     -- empty for an order
    who ${key} NOT NULL,                    -- hash of the e-mail; empty if there is none, or after erase
    signed integer NOT NULL,                -- 0 or 1, as noisy, detached and early
    noisy integer NOT NULL,                 -- its network sends many
    network text NOT NULL,                  -- hash of the network for a day, then empty
    replayed integer NOT NULL DEFAULT 0,    -- 1: the operator has replayed it; 2: the shop's book completed it. It does not expire
    occurred bigint NOT NULL,
    received bigint NOT NULL,
    state text NOT NULL CHECK (state IN (${toWords(STATES)})),
    reason text,                            -- why it waits, died or was refused
    status integer,                         -- status of the API's latest answer
    attempts integer NOT NULL DEFAULT 0,
    misses integer NOT NULL DEFAULT 0,      -- how often the API refused this event while it took others
    detached integer NOT NULL DEFAULT 0,    -- it failed while the API took others, so it does not block its line
    early integer NOT NULL DEFAULT 0,       -- it is tried once before it is due, and blocks its line until then
    due bigint NOT NULL,                    -- the next try; for an event that does not wait, when its state began
    lease text NOT NULL DEFAULT '',         -- which of several proxies sends it, and until when
    leased_until bigint NOT NULL DEFAULT 0,
    until bigint NOT NULL,                  -- when a delivered, duplicate or deleted row is swept
    identity ${key},                        -- hash that a duplicate has too
    content text NOT NULL,                  -- hash of a sign-up's fields, or of a refused report's cart
    name ${key},                            -- hash of the order's second name
    cents bigint,                           -- value of the order
    sources text,                           -- who reported it: p(age), w(ebhook), s(erver); NULL: it does not count as one of the shop's
    fields text,                            -- JSON: names of the fields that a delivered sign-up has set
    problems text,                          -- fields that could not be read: "cart_value ambiguous_amount, …"
    tries text,                             -- JSON: time, reason and status of each failed try
    bytes integer NOT NULL                  -- size of the payload and the API's answer; 0 without them
  );
  -- Sealed JSON, while it is needed: for a waiting event, a dead letter and a refused order.
  CREATE TABLE payloads (
    seq ${number} PRIMARY KEY,
    payload ${bytes} NOT NULL,              -- the body for the API
    answer ${bytes}                         -- the beginning of the API's answer to a dead letter
  );
  -- Acts of operators, until the proxy has logged them.
  CREATE TABLE acts (
    seq ${number} ${sequence}, act text NOT NULL, event text, reason text, events integer NOT NULL
  );
  -- Counts of each hour since 1970 that no row has: see operator/hours.ts.
  CREATE TABLE hours (hour bigint, name text, value bigint NOT NULL, PRIMARY KEY (hour, name)) ${asIndex};
  -- Origins of pages, taken or refused, and the time of the last event.
  CREATE TABLE origins (
    origin text, taken integer, latest bigint NOT NULL, events bigint NOT NULL, PRIMARY KEY (origin, taken)
  ) ${asIndex};

  -- Claiming: what is due, by turn; the lines; events that are tried early; events that wait for their list; leases.
  CREATE INDEX events_due ON events ((${TURN}), due, seq) WHERE state = 'waiting';
  CREATE INDEX events_of_line ON events (
    who, list, occurred, seq, signed, detached, early, noisy, kind, reason, bytes
  ) WHERE state = 'waiting';
  CREATE INDEX events_early ON events (signed, due) WHERE early = 1;
  CREATE INDEX events_of_list ON events (list, occurred, seq) WHERE reason = 'unknown_list';
  CREATE INDEX events_leased ON events (who) WHERE leased_until > 0;
  -- Duplicates and orders by number; a customer's events.
  CREATE INDEX events_identity ON events (identity) WHERE identity IS NOT NULL;
  CREATE INDEX events_name ON events (name) WHERE name IS NOT NULL;
  CREATE INDEX events_of_customer ON events (who, kind, received);
  -- Lists and hours: what is still here, by arrival; what has ended, by time; what counts, by arrival.
  CREATE INDEX events_open ON events (seq) WHERE state IN ('waiting', 'dead');
  CREATE INDEX events_ended ON events (state, due, seq, signed, noisy, kind, reason, bytes, sources) WHERE state <> 'waiting';
  CREATE INDEX events_sources ON events ((${ARRIVAL_HOUR}), kind, sources, problems, received) WHERE sources IS NOT NULL;
  -- Sweeping: rows past their time, and networks after a day.
  CREATE INDEX events_until ON events (signed, until) WHERE ${IS_OVER};
  CREATE INDEX events_network ON events (received) WHERE network <> '';
  -- The room that each network holds.
  CREATE INDEX events_of_network ON events (network, state, bytes) WHERE ${HOLDS_ROOM};
  ${after}`

/*
 * Conditions as the partial indexes have them. SQLite uses such an index only if a statement repeats its condition.
 */
const ENDED = "state <> 'waiting'"
export const DEAD = `state = 'dead' AND ${ENDED}`
export const DEAD_OR_REFUSED = `state IN ('dead', 'refused') AND ${ENDED}`
export const OPEN = "state IN ('waiting', 'dead')"

/** Writes the condition for rows of one state. */
export const ofState = (state: State) => `state = '${state}' AND ${state === 'waiting' ? OPEN : ENDED}`

/**
 * Writes a SELECT of the number and bytes of events in these groups. @param columns the groups, optionally with other
 * names
 */
export const toSizes = (which: string, columns: string, groups = columns) => `
  SELECT ${columns}, count(*) AS events, CAST(sum(bytes) AS bigint) AS bytes FROM events
  WHERE ${which} GROUP BY ${groups}`

/**
 * The condition that an event waits, in other words than the index. Postgres then looks up the given rows instead of
 * all waiting ones.
 */
export const STILL_WAITS = `state NOT IN (${toWords(STATES.filter((state) => state !== 'waiting'))})`

/** The order in which due events are sent: signed, never tried, never tried from a noisy network, the rest. */
export const TURN = 'CASE WHEN signed = 1 THEN 0 WHEN attempts > 0 THEN 3 ELSE 1 + noisy END'
export const TURNS = [0, 1, 2, 3]
/** The condition for waiting events, in the words of the index `events_due`. */
export const BY_TURN = `state = 'waiting' AND (${TURN}) IN (${TURNS.join(', ')})`

/**
 * The condition that `older` blocks `event` in its line. A signed event waits only for signed ones. A detached event
 * does not block its line, unless it is to be tried early.
 */
export const BLOCKS = `older.state = 'waiting' AND older.who = event.who AND older.list = event.list
  AND older.occurred <= event.occurred AND older.signed >= event.signed AND (older.detached = 0 OR older.early = 1)
  AND (older.occurred < event.occurred OR older.seq < event.seq)`
