/**
 * The tables of the queue in every database: as a new one has them, and what turns those of the version before into them.
 *
 * Times are milliseconds since 1970; keys and customers are 16 bytes of a keyed hash in base64url.
 */
import type { Dialect } from './store/index.js'

/** The number of these tables, and of those of the version before. */
export const SCHEMA = 4
export const SCHEMA_BEFORE = 2

export const createTables = ({ before, key, sequence, number, bytes, asIndex, after }: Dialect) => `
  ${before}
  CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL) ${asIndex};

  -- An event that waits, or a dead letter.
  CREATE TABLE events (
    seq ${number} ${sequence},              -- order of arrival
    id text NOT NULL UNIQUE,
    kind text NOT NULL,
    list text,
    customer text NOT NULL,
    line ${key} NOT NULL,                   -- its customer, and of a sign-up the list; see line.ts
    signed integer NOT NULL,                -- 0 or 1, as replayed and alone
    replayed integer NOT NULL DEFAULT 0,
    alone integer NOT NULL DEFAULT 0,       -- it is ready, and keeps nobody of its line waiting
    occurred bigint NOT NULL,
    received bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('ready', 'behind', 'dead')),
    reason text,
    attempts integer NOT NULL DEFAULT 0,
    misses integer NOT NULL DEFAULT 0,      -- how often the API would not take this one, though it takes others
    status integer,                         -- the API's latest answer
    due bigint NOT NULL,                    -- when to send; of a dead letter: when it died
    planned bigint,                         -- when it would have been due, had it not been brought forward
    lease text NOT NULL DEFAULT '',         -- which of several proxies has it under way, and until when
    leased_until bigint NOT NULL DEFAULT 0,
    mark text NOT NULL,                     -- what it is known by in repeats, and how long
    mark_until bigint NOT NULL,
    name text,                              -- the key of the order's second name there
    bytes integer NOT NULL,                 -- the size of its payload, and of the API's answer
    tries text,                             -- JSON: when, how it ended, status
    codes text                              -- of what could not be read, separated by spaces
  );
  -- Sealed JSON. Apart, so that looking through many events reads none of it.
  CREATE TABLE payloads (
    seq ${number} PRIMARY KEY,
    payload ${bytes} NOT NULL,              -- the body
    answer ${bytes},                        -- how the API's to a dead letter begins
    problems ${bytes}                       -- what could not be read
  );
  -- What duplicates are known by: an order or a sign-up, and for a week the id of an event that is gone.
  CREATE TABLE repeats (
    key ${key} PRIMARY KEY,
    content text NOT NULL,
    customer text,
    signed integer NOT NULL,
    seen bigint NOT NULL,
    expires bigint NOT NULL,
    event text,                             -- of an order or sign-up: the key of the event's id
    cents bigint,                           -- of an order: its value
    told text,                              -- of an order with a number: who has told of it, the first letters of each
    settled bigint,                         -- of an id, as what follows: when the API had it, or, without a status, when it was deleted
    status integer,
    kind text,
    list text,
    tries text,
    codes text
  ) ${asIndex};
  -- Unsigned events of one customer and kind on one day.
  CREATE TABLE limits (customer ${key}, kind text, day integer, events integer NOT NULL, PRIMARY KEY (customer, kind)) ${asIndex};
  -- The names of the fields that a delivered sign-up has said, as JSON; only a signed one takes from a signed one.
  CREATE TABLE fields (
    customer ${key}, occurred bigint, list text, names text NOT NULL, signed integer NOT NULL DEFAULT 0,
    PRIMARY KEY (customer, occurred, list)
  ) ${asIndex};
  -- What operators have done, until the proxy has logged it.
  CREATE TABLE acts (
    seq ${number} ${sequence}, act text NOT NULL, event text, reason text, events integer NOT NULL
  );
  -- For charts: how many of each within an hour, counted from 1970; of what waits, the most; of orders, also the second of the last.
  CREATE TABLE hours (hour bigint, name text, value bigint NOT NULL, PRIMARY KEY (hour, name)) ${asIndex};
  -- Origins that pages had, taken or refused, and when the last event came.
  CREATE TABLE origins (
    origin text, taken integer, latest bigint NOT NULL, events bigint NOT NULL, PRIMARY KEY (origin, taken)
  ) ${asIndex};
  ${toTotalsAndIndexes(asIndex)}
  CREATE INDEX events_dead ON events (due, seq) WHERE state = 'dead';
  ${after}`

/** What the tables of the version before had not. */
const toTotalsAndIndexes = (asIndex: string) => `
  -- How many there are, changed with each move; proxy: which of several rows, where proxies share the database.
  CREATE TABLE totals (
    proxy text, state text, kind text, signed integer, reason text, events bigint NOT NULL, bytes bigint NOT NULL,
    PRIMARY KEY (proxy, state, kind, signed, reason)
  ) ${asIndex};
  -- The expression is TURN of line.ts.
  CREATE INDEX events_due ON events (
    (CASE WHEN signed = 1 THEN 0 WHEN attempts = 0 OR planned IS NOT NULL THEN 1 ELSE 2 END), due, seq
  ) WHERE state = 'ready';
  CREATE INDEX events_leased ON events (customer) WHERE leased_until > 0;
  CREATE INDEX events_of_line ON events (line, state, alone, signed, occurred, seq);
  CREATE INDEX events_of_list ON events (list, occurred, seq) WHERE reason = 'unknown_list';
  CREATE INDEX repeats_settled ON repeats (settled) WHERE settled IS NOT NULL;
  CREATE INDEX repeats_told ON repeats (expires) WHERE told IS NOT NULL;`

/** Events of a list that the API did not know were held; now they wait in their lines, and one of them asks. */
export const takeOverTables = ({ key, bytes, asIndex }: Dialect) => `
  ALTER TABLE events ADD COLUMN line ${key} NOT NULL DEFAULT '';
  ALTER TABLE events ADD COLUMN alone integer NOT NULL DEFAULT 0;
  ALTER TABLE events ADD COLUMN planned bigint;
  ALTER TABLE events ADD COLUMN tries text;
  ALTER TABLE events ADD COLUMN codes text;
  ALTER TABLE events ADD COLUMN name text;
  ALTER TABLE payloads ADD COLUMN problems ${bytes};
  ALTER TABLE repeats ADD COLUMN kind text;
  ALTER TABLE repeats ADD COLUMN list text;
  ALTER TABLE repeats ADD COLUMN tries text;
  ALTER TABLE repeats ADD COLUMN codes text;
  ALTER TABLE repeats ADD COLUMN cents bigint;
  ALTER TABLE repeats ADD COLUMN told text;
  ALTER TABLE fields ADD COLUMN signed integer NOT NULL DEFAULT 0;
  UPDATE events SET line = CASE WHEN kind = 'convert' THEN customer ELSE customer || ' ' || list END;
  UPDATE events SET reason = 'unknown_list' WHERE state = 'held';
  UPDATE events SET alone = 1 WHERE reason = 'no_session' AND state = 'ready';
  UPDATE events SET state = 'behind' WHERE state IN ('ready', 'held') AND alone = 0;
  UPDATE events SET state = 'ready' WHERE state = 'behind' AND NOT EXISTS (
    SELECT 1 FROM events AS older WHERE older.line = events.line AND older.state <> 'dead' AND older.alone = 0
      AND older.signed >= events.signed
      AND (older.occurred < events.occurred OR (older.occurred = events.occurred AND older.seq < events.seq)));
  DROP INDEX events_held;
  DROP INDEX events_ready;
  DROP INDEX events_of_customer;
  ${toTotalsAndIndexes(asIndex)}
  INSERT INTO totals
    SELECT '', CASE WHEN state = 'dead' THEN 'dead' ELSE 'waiting' END, kind, signed, coalesce(reason, ''), count(*), sum(bytes)
    FROM events GROUP BY 2, 3, 4, 5;
  INSERT INTO totals SELECT '', 'dropped', 'convert', 0, reason, events, 0 FROM dropped;
  DROP TABLE held_lists;
  DROP TABLE dropped;`
