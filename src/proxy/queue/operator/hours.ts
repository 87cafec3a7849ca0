/**
 * Counts of each hour, for charts and for the habits of the shop, and the origins of pages. None of it is about a
 * person.
 *
 * Three SELECTs on the ledger count arrivals, deliveries and other ends. The table `hours` has the counts that no row
 * has, for five weeks: refused requests, duplicates of a known id, dropped dead letters, the most waiting events, and
 * the hours whose rows may be swept.
 */
import { ID_KEPT_MS } from '../identity.js'
import { read, write } from '../meta.js'
import { ARRIVAL_HOUR, DEAD_OR_REFUSED, HOUR_MS, ofState } from '../schema.js'
import type { Store, Transaction } from '../store/index.js'
import { askRows } from '../store/rows.js'
import type { EventRow, Reason, Source, Transition } from '../types.js'

const DAY = 24
const KEPT_HOURS = 36 * DAY
/** The most refused origins that are counted, because anyone can invent an origin. */
const MAX_REFUSED_ORIGINS = 50
/** Rows for the reasons why orders of the last hours wait or are not sent. */
const LATEST = 2
/** Dead letters that are not a loss, or have a condition of their own. */
const NO_LOSS: Reason[] = ['limited', 'stale']
/** The sources by their letters in the column `sources`. */
const SOURCES: Record<string, Source> = { p: 'page', w: 'webhook', s: 'server' }
/** The hour from which the ledger is counted. Earlier hours are in the table. */
const COUNTED_FROM = 'hours counted from'

/** Counts since the last writing. */
export interface Tally {
  /** Additions to the counts of this hour. */
  sums: Record<string, number>
  /** The highest values of this hour so far: waiting events, and the age of the oldest in seconds. */
  most: Record<string, number>
  origins: SeenOrigin[]
}

export interface SeenOrigin {
  origin: string
  /** Events of this origin are accepted. Otherwise the origin is not one of RINGUP_ORIGINS. */
  isTaken: boolean
  latestMs: number
  /** The number of events since then. */
  events: number
}

export interface HourOf {
  /** The beginning of the hour, in milliseconds since 1970. */
  fromMs: number
  name: string
  value: number
}

type Look = Pick<Transaction, 'ask' | 'nowMs'>

export async function writeTally(store: Store, { sums, most, origins }: Tally) {
  await store.transaction('ack', async ({ ask, nowMs }) => {
    const hour = Math.floor(nowMs / HOUR_MS)
    // The order is fixed, so two proxies do not block each other.
    for (const [name, value] of Object.entries(sums).sort()) await ask(ADD, [hour, name, Math.round(value)])
    for (const [name, value] of Object.entries(most).sort()) await ask(RAISE, [hour, name, Math.round(value)])
    for (const { origin, isTaken, latestMs, events } of [...origins].sort((a, b) => (a.origin < b.origin ? -1 : 1))) {
      await ask(SEE_ORIGIN, [origin, Number(isTaken), Math.round(latestMs), events])
    }
    await ask('DELETE FROM hours WHERE hour < ?1', [hour - KEPT_HOURS])
    if (origins.length > 0) await ask(FORGET_ORIGINS)
  })
}

export async function readHours({ ask, nowMs }: Look, sinceMs: number): Promise<HourOf[]> {
  const [since, now] = [Math.floor(sinceMs / HOUR_MS), Math.floor(nowMs / HOUR_MS)]
  const from = Math.max(since, Number((await read(ask, COUNTED_FROM)) ?? 0))
  const rows = [
    ...(await ask<HourRow>('SELECT hour, name, value FROM hours WHERE hour >= ?1', [since])),
    ...(await countLedger(ask, from, now + 1)),
    ...(await ask<HourRow>(FAILED, [Math.max(from, now - LATEST)])),
  ]
  return rows.map(({ hour, name, value }) => ({ fromMs: hour * HOUR_MS, name, value }))
}

/**
 * Stores the counts of hours whose rows may be swept next, a day at a time.
 *
 * @returns true if more such hours may be left
 */
export async function keepHours({ ask, dialect, nowMs }: Transition): Promise<boolean> {
  const until = Math.floor((nowMs - ID_KEPT_MS) / HOUR_MS) + 1
  const [first] = await ask<{ received: number }>(FIRST)
  const counted = Number((await read(ask, COUNTED_FROM)) ?? Math.floor((first?.received ?? nowMs) / HOUR_MS))
  const from = Math.max(counted, until - KEPT_HOURS)
  const to = Math.min(from + DAY, until)
  if (to <= from) return false
  const rows = (await countLedger(ask, from, to)).map(({ hour, name, value }) => [hour, name, value])
  await askRows({ ask, dialect }, KEEP, rows)
  await write(ask, COUNTED_FROM, String(to))
  return true
}

/* Counting the ledger */

interface HourRow {
  hour: number
  name: string
  value: number
}

/** Counts the hours from the first one until the second one. */
async function countLedger(ask: Transaction['ask'], from: number, until: number): Promise<HourRow[]> {
  const counts = new Map<string, HourRow>()
  const put = (hour: number, name: string, join: (known: number) => number) => {
    const key = `${hour} ${name}`
    counts.set(key, { hour, name, value: join(counts.get(key)?.value ?? 0) })
  }
  for (const row of await ask<Arrived>(ARRIVED, [from, until])) {
    for (const name of toArrivals(row)) put(row.hour, name, (known) => known + row.events)
    for (const source of toSources(row)) put(row.hour, `latest by ${source}`, (known) => Math.max(known, row.latest))
  }
  const ended = [...(await ask<Ended>(DELIVERED, [from, until])), ...(await ask<Ended>(UNSENT, [from, until]))]
  for (const row of ended) for (const name of toEnds(row)) put(row.hour, name, (known) => known + row.events)
  return [...counts.values()]
}

interface Arrived extends Pick<EventRow, 'kind' | 'sources' | 'problems'> {
  hour: number
  events: number
  /** The time at which the last of them arrived, in seconds. */
  latest: number
}

const ARRIVED = `
  SELECT ${ARRIVAL_HOUR} AS hour, kind, sources, problems, count(*) AS events, max(received) / 1000 AS latest FROM events
  WHERE sources IS NOT NULL AND ${ARRIVAL_HOUR} >= ?1 AND ${ARRIVAL_HOUR} < ?2 GROUP BY ${ARRIVAL_HOUR}, kind, sources, problems`

const toSources = ({ kind, sources }: Arrived) =>
  kind === 'convert' ? [...(sources ?? '')].flatMap((letter) => SOURCES[letter] ?? []) : []

function toArrivals(row: Arrived): string[] {
  if (row.kind !== 'convert') return ['accepted']
  const sources = toSources(row)
  return [
    ...['accepted', 'order new', ...sources.map((source) => `order by ${source}`)],
    ...(sources.includes('page') && sources.includes('webhook') ? ['order by both'] : []),
    ...(row.problems?.split(', ').map((problem) => `problem ${problem}`) ?? []),
  ]
}

interface Ended extends Pick<EventRow, 'state' | 'kind' | 'reason'> {
  hour: number
  events: number
}

/** Two counts for each hour. A group of all rows would have to be sorted, which takes ten times as long. */
const DELIVERED = `
  WITH RECURSIVE hours (hour) AS (
      SELECT CAST(?1 AS bigint) UNION ALL SELECT hour + 1 FROM hours WHERE hour + 1 < CAST(?2 AS bigint)),
    kinds (kind) AS (VALUES ('convert'), ('addToList'))
  SELECT hour, 'delivered' AS state, kind, NULL AS reason, (
    SELECT count(*) FROM events
    WHERE ${ofState('delivered')} AND events.kind = kinds.kind AND sources IS NOT NULL
      AND due >= hour * ${HOUR_MS} AND due < (hour + 1) * ${HOUR_MS}) AS events
  FROM hours, kinds`

/** The condition that a signed order of this refused report's number came before the report. The order counts already. */
const isBrought = (column: 'identity' | 'name') => `EXISTS (
  SELECT 1 FROM events AS brought WHERE brought.${column} >= events.identity AND brought.${column} < events.identity || '~'
    AND brought.signed = 1 AND brought.sources IS NOT NULL)`

const UNSENT = `
  SELECT due / ${HOUR_MS} AS hour, state, kind, reason, count(*) AS events FROM events
  WHERE ${DEAD_OR_REFUSED} AND due >= CAST(?1 AS bigint) * ${HOUR_MS} AND due < CAST(?2 AS bigint) * ${HOUR_MS}
    AND (sources IS NOT NULL OR reason = 'limited'
      OR (state = 'refused' AND NOT ${isBrought('identity')} AND NOT ${isBrought('name')}))
  GROUP BY due / ${HOUR_MS}, state, kind, reason`

function toEnds({ state, kind, reason, events }: Ended): string[] {
  if (events === 0) return []
  if (state === 'refused') return [`report ${kind} ${reason}`]
  if (state === 'delivered') return ['delivered', ...(kind === 'convert' ? ['order delivered'] : [])]
  const isLoss = reason !== null && !NO_LOSS.includes(reason)
  return ['dead', ...(isLoss ? ['lost'] : []), ...(reason === 'limited' ? ['limited'] : [])]
}

const FAILED = `
  SELECT ${ARRIVAL_HOUR} AS hour, 'order ' || reason AS name, count(*) AS value FROM events
  WHERE sources IS NOT NULL AND ${ARRIVAL_HOUR} >= ?1 AND kind = 'convert' AND state IN ('waiting', 'dead') AND reason IS NOT NULL
  GROUP BY ${ARRIVAL_HOUR}, reason`

const FIRST = `SELECT received FROM events WHERE sources IS NOT NULL ORDER BY ${ARRIVAL_HOUR} LIMIT 1`

/* Writing */

export async function readOrigins({ ask }: Look): Promise<SeenOrigin[]> {
  const sql = 'SELECT origin, taken, latest, events FROM origins ORDER BY taken DESC, latest DESC'
  const rows = await ask<{ origin: string; taken: number; latest: number; events: number }>(sql)
  return rows.map(({ origin, taken, latest, events }) => ({ origin, isTaken: taken === 1, latestMs: latest, events }))
}

const KEEP = {
  sql: 'INSERT INTO hours (hour, name, value) VALUES :rows ON CONFLICT (hour, name) DO NOTHING', // another proxy was first
  row: '(CAST(?1 AS bigint), ?2, CAST(?3 AS bigint))',
}
const ADD = `
  INSERT INTO hours (hour, name, value) VALUES (?1, ?2, ?3)
  ON CONFLICT (hour, name) DO UPDATE SET value = hours.value + excluded.value`
const RAISE = `
  INSERT INTO hours (hour, name, value) VALUES (?1, ?2, ?3)
  ON CONFLICT (hour, name) DO UPDATE SET value = excluded.value WHERE hours.value < excluded.value`
const SEE_ORIGIN = `
  INSERT INTO origins (origin, taken, latest, events) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (origin, taken) DO UPDATE SET events = origins.events + excluded.events, latest =
    CASE WHEN origins.latest < excluded.latest THEN excluded.latest ELSE origins.latest END`
const FORGET_ORIGINS = `
  DELETE FROM origins WHERE taken = 0 AND latest < (
    SELECT latest FROM origins WHERE taken = 0 ORDER BY latest DESC LIMIT 1 OFFSET ${MAX_REFUSED_ORIGINS - 1})`
