/**
 * Counts of each hour, for charts and for what is usual in the shop, and the origins of pages. Nothing here is about a person.
 * They are kept for five weeks: some ten thousand rows.
 */
import { ofState } from '../schema.js'
import type { Store, Transaction } from '../store/index.js'

const HOUR_MS = 3_600_000
const KEPT_HOURS = 36 * 24
/** Shares of the sources are compared over a week, and two days more. */
const TOLD_MS = 9 * 24 * HOUR_MS
/** Anyone can make up an origin. */
const MAX_REFUSED_ORIGINS = 50

/** Counts since the last writing. */
export interface Tally {
  /** How many more there were in this hour. */
  sums: Record<string, number>
  /** The most in this hour so far: waiting events, the age of the oldest in seconds, and the second of the last order. */
  most: Record<string, number>
  origins: SeenOrigin[]
}

export interface SeenOrigin {
  origin: string
  /** Its events are taken. Otherwise it is not one of RINGUP_ORIGINS. */
  isTaken: boolean
  latestMs: number
  /** How many events since. */
  events: number
}

export interface HourOf {
  /** When it began, in milliseconds since 1970. */
  fromMs: number
  name: string
  value: number
}

type Look = Pick<Transaction, 'ask' | 'nowMs'>

export async function writeTally(store: Store, { sums, most, origins }: Tally) {
  await store.transaction('ack', async ({ ask, nowMs }) => {
    const hour = Math.floor(nowMs / HOUR_MS)
    // The order is always the same, so two proxies do not block each other.
    for (const [name, value] of Object.entries(sums).sort()) await ask(ADD, [hour, name, Math.round(value)])
    for (const [name, value] of Object.entries(most).sort()) await ask(RAISE, [hour, name, Math.round(value)])
    for (const { origin, isTaken, latestMs, events } of [...origins].sort((a, b) => (a.origin < b.origin ? -1 : 1))) {
      await ask(SEE_ORIGIN, [origin, Number(isTaken), Math.round(latestMs), events])
    }
    await ask('DELETE FROM hours WHERE hour < ?1', [hour - KEPT_HOURS])
    if (origins.length > 0) await ask(FORGET_ORIGINS)
  })
}

/** Reads the counts of the hours. The ledger adds who reported the orders of the last nine days, and which reports were refused. */
export async function readHours({ ask, nowMs }: Look, sinceMs: number): Promise<HourOf[]> {
  const values = [Math.floor(sinceMs / HOUR_MS), Math.max(sinceMs, nowMs - TOLD_MS)]
  const rows = await ask<{ hour: number; name: string; value: number }>(HOURS, values)
  return rows.map(({ hour, name, value }) => ({ fromMs: hour * HOUR_MS, name, value }))
}

const toTold = (name: string, which: string) => `
  SELECT received / ${HOUR_MS} AS hour, '${name}' AS name, count(*) AS value FROM events
  WHERE told IS NOT NULL AND received >= ?2 AND ${which} GROUP BY received / ${HOUR_MS}`
const REFUSED = `
  SELECT due / ${HOUR_MS} AS hour, 'report ' || kind || ' ' || reason AS name, count(*) AS value FROM events
  WHERE ${ofState('refused')} AND due >= ?2 GROUP BY due / ${HOUR_MS}, kind, reason`
const HOURS = `
  SELECT hour, name, value FROM hours WHERE hour >= ?1
  UNION ALL ${toTold('order of page', "told LIKE '%p%'")}
  UNION ALL ${toTold('order of webhook', "told LIKE '%w%'")}
  UNION ALL ${toTold('order of both', "told LIKE '%p%' AND told LIKE '%w%'")}
  UNION ALL ${REFUSED}
  ORDER BY hour, name`

export async function readOrigins({ ask }: Look): Promise<SeenOrigin[]> {
  const sql = 'SELECT origin, taken, latest, events FROM origins ORDER BY taken DESC, latest DESC'
  const rows = await ask<{ origin: string; taken: number; latest: number; events: number }>(sql)
  return rows.map(({ origin, taken, latest, events }) => ({ origin, isTaken: taken === 1, latestMs: latest, events }))
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
