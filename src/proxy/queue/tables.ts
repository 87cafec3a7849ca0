/**
 * The tables of the queue in every database, and the steps that make them.
 *
 * A step is never changed once it is released; a new one goes to the end of the list.
 */
import type { Dialect } from './store/index.js'

/** Times are milliseconds since 1970; keys and customers are 16 bytes of a keyed hash in base64url. */
export const STEPS: ((dialect: Dialect) => string)[] = [
  ({ before, sequence, bytes, asIndex, after }) => `
  ${before}
  CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL) ${asIndex};
  CREATE TABLE events (
    seq ${sequence},                     -- order of arrival
    id text NOT NULL UNIQUE,
    kind text NOT NULL,
    list text,
    customer text NOT NULL,
    signed integer NOT NULL,
    replayed integer NOT NULL DEFAULT 0,
    occurred bigint NOT NULL,
    received bigint NOT NULL,
    -- ready: goes when it is due · behind: waits for another of its customer · held: the API does not know its list
    state text NOT NULL CHECK (state IN ('ready', 'behind', 'held', 'dead')),
    reason text,
    attempts integer NOT NULL DEFAULT 0,
    misses integer NOT NULL DEFAULT 0,
    due bigint NOT NULL,                 -- when to send; of a dead letter: when it died
    lease text NOT NULL DEFAULT '',      -- which of several proxies has it under way
    leased_until bigint NOT NULL DEFAULT 0,
    mark text NOT NULL,                  -- what it is known by in repeats, and how long
    mark_until bigint NOT NULL,
    bytes integer NOT NULL
  );
  CREATE INDEX events_ready ON events (due, seq, leased_until, customer) WHERE state = 'ready';
  CREATE INDEX events_of_customer ON events (customer, state, occurred, seq, signed, leased_until);
  CREATE INDEX events_held ON events (list, occurred, seq) WHERE state = 'held';
  CREATE INDEX events_dead ON events (due, seq) WHERE state = 'dead';
  -- Sealed JSON of the body. Apart, so that looking through many events reads none of it.
  CREATE TABLE payloads (seq ${sequence.replace(/ (AUTOINCREMENT|GENERATED ALWAYS AS IDENTITY)/, '')}, payload ${bytes} NOT NULL);
  CREATE TABLE repeats (
    key text PRIMARY KEY,
    content text NOT NULL,
    customer text,
    signed integer NOT NULL,
    seen bigint NOT NULL,
    expires bigint NOT NULL
  ) ${asIndex};
  -- Unsigned events of one customer and kind on one day.
  CREATE TABLE limits (customer text, kind text, day integer, events integer NOT NULL, PRIMARY KEY (customer, kind)) ${asIndex};
  -- The names of the fields that a delivered sign-up has said, as JSON.
  CREATE TABLE fields (
    customer text, occurred bigint, list text, names text NOT NULL, PRIMARY KEY (customer, occurred, list)
  ) ${asIndex};
  -- Lists that the API does not know, and when to ask again; known: it does now, and their events are let go.
  CREATE TABLE held_lists (list text PRIMARY KEY, due bigint NOT NULL, known integer NOT NULL DEFAULT 0);
  -- Dead letters pushed out by newer ones.
  CREATE TABLE dropped (reason text PRIMARY KEY, events bigint NOT NULL);
  ${after}`,
  // What an operator asks for.
  ({ sequence, bytes, asIndex, sortByBytes }) => `
  ALTER TABLE repeats ADD COLUMN event text;     -- of an order or sign-up: the key of the event's id
  ALTER TABLE repeats ADD COLUMN settled bigint; -- of an id: when the API had it, or, without a status, when it was deleted
  ALTER TABLE repeats ADD COLUMN status integer; -- what the API answered then
  ${sortByBytes('repeats', 'key')} ${sortByBytes('limits', 'customer')} ${sortByBytes('fields', 'customer')}
  ALTER TABLE events ADD COLUMN status integer;  -- the API's latest answer
  ALTER TABLE payloads ADD COLUMN answer ${bytes}; -- of a dead letter: sealed
  -- What operators have done, until the proxy has logged it.
  CREATE TABLE acts (
    seq ${sequence}, act text NOT NULL, event text, reason text, events integer NOT NULL
  );
  -- For charts: how many of each within an hour, counted from 1970; of what waits, the most.
  CREATE TABLE hours (hour bigint, name text, value bigint NOT NULL, PRIMARY KEY (hour, name)) ${asIndex};
  -- Origins that pages had, taken or refused, and when the last event came.
  CREATE TABLE origins (
    origin text, taken integer, latest bigint NOT NULL, events bigint NOT NULL, PRIMARY KEY (origin, taken)
  ) ${asIndex};`,
  // Lines of a list, events that wait alone, exact totals, and what became of an event.
  ({ asIndex, bytes, sortByBytes }) => `
  ALTER TABLE events ADD COLUMN line text NOT NULL DEFAULT '';        -- its customer, and of a sign-up the list
  ALTER TABLE events ADD COLUMN alone integer NOT NULL DEFAULT 0;     -- it is ready, and keeps nobody of its line waiting
  ALTER TABLE events ADD COLUMN planned bigint;                       -- when it would have been due, had it not been brought forward
  ALTER TABLE events ADD COLUMN tries text;                           -- JSON: when, how it ended, status
  ALTER TABLE events ADD COLUMN codes text;                           -- of what could not be read
  ALTER TABLE events ADD COLUMN name text;                            -- the key of the order's second name in repeats
  ALTER TABLE payloads ADD COLUMN problems ${bytes};                  -- what could not be read: sealed
  ALTER TABLE repeats ADD COLUMN kind text;                           -- of an id
  ALTER TABLE repeats ADD COLUMN list text;
  ALTER TABLE repeats ADD COLUMN tries text;
  ALTER TABLE repeats ADD COLUMN codes text;
  ALTER TABLE fields ADD COLUMN signed integer NOT NULL DEFAULT 0;    -- only a signed sign-up takes from a signed one
  UPDATE events SET line = CASE WHEN kind = 'convert' THEN customer ELSE customer || ' ' || list END;
  -- No list is held any more: its events wait in their lines, and one of them asks.
  UPDATE events SET reason = 'unknown_list' WHERE state = 'held';
  UPDATE events SET alone = 1 WHERE reason = 'no_session' AND state = 'ready';
  UPDATE events SET state = 'behind' WHERE state IN ('ready', 'held') AND alone = 0;
  UPDATE events SET state = 'ready' WHERE state = 'behind' AND NOT EXISTS (
    SELECT 1 FROM events AS older WHERE older.line = events.line AND older.state <> 'dead' AND older.alone = 0
      AND older.signed >= events.signed
      AND (older.occurred < events.occurred OR (older.occurred = events.occurred AND older.seq < events.seq)));
  DROP TABLE held_lists;
  DROP INDEX events_held;
  DROP INDEX events_ready;
  DROP INDEX events_of_customer;
  -- The expression is TURN of line.ts.
  CREATE INDEX events_due ON events (
    (CASE WHEN signed = 1 THEN 0 WHEN attempts = 0 OR planned IS NOT NULL THEN 1 ELSE 2 END), due, seq
  ) WHERE state = 'ready';
  CREATE INDEX events_leased ON events (customer) WHERE leased_until > 0;
  ${sortByBytes('events', 'line')}
  CREATE INDEX events_of_line ON events (line, state, alone, signed, occurred, seq);
  CREATE INDEX events_of_list ON events (list, occurred, seq) WHERE reason = 'unknown_list';
  CREATE INDEX repeats_settled ON repeats (settled) WHERE settled IS NOT NULL;
  -- How many there are, changed with each move; of each proxy where several share the database.
  CREATE TABLE totals (
    proxy text, state text, kind text, signed integer, reason text, events bigint NOT NULL, bytes bigint NOT NULL,
    PRIMARY KEY (proxy, state, kind, signed, reason)
  ) ${asIndex};
  INSERT INTO totals
    SELECT '', CASE WHEN state = 'dead' THEN 'dead' ELSE 'waiting' END, kind, signed, coalesce(reason, ''), count(*), sum(bytes)
    FROM events GROUP BY 2, 3, 4, 5;
  INSERT INTO totals SELECT '', 'dropped', 'convert', 0, reason, events, 0 FROM dropped;
  DROP TABLE dropped;`,
  // What a shop's own book is compared with.
  () => `
  ALTER TABLE repeats ADD COLUMN cents bigint; -- of an order: its value
  ALTER TABLE repeats ADD COLUMN told text;    -- of an order with a number: who has told of it, the first letters of each
  CREATE INDEX repeats_told ON repeats (expires) WHERE told IS NOT NULL;`,
]
