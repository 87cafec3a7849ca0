/**
 * What happened within each hour, for charts and for what is usual, and which origins pages had. Figures alone: nothing here is
 * about a person. Kept for five weeks: some ten thousand rows.
 */
import { MARK_KEPT_MS } from '../rules.js'
import type { Ask, Store, Transaction } from '../store/index.js'

const HOUR_MS = 3_600_000
const KEPT_HOURS = 36 * 24
/** Which order was told is kept as long as shares are compared, and a day longer. */
const TOLD_MS = 9 * 24 * HOUR_MS
/** Anybody can make up an origin. */
const MAX_REFUSED_ORIGINS = 50

/** What was counted since the last time. */
export interface Tally {
  /** How many more of each came in this hour. */
  sums: Record<string, number>
  /** The most of each in this hour, so far: how many waited, in seconds how old the oldest was, and since 1970 when an order came last. */
  most: Record<string, number>
  origins: SeenOrigin[]
}

export interface SeenOrigin {
  origin: string
  /** Its events are taken; else it is not one of RINGUP_ORIGINS. */
  isTaken: boolean
  latestMs: number
  /** How many since. */
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
    // In one order, so that two proxies do not wait for each other.
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
  const sql = 'SELECT hour, name, value FROM hours WHERE hour >= ?1 ORDER BY hour, name'
  const rows = await ask<{ hour: number; name: string; value: number }>(sql, [Math.floor(sinceMs / HOUR_MS)])
  const counted = rows.map(({ hour, name, value }) => ({ fromMs: hour * HOUR_MS, name, value }))
  return [...counted, ...(await readTold(ask, Math.max(sinceMs, nowMs - TOLD_MS)))]
}

/** Counts who told of orders with a number, by the hour in which they came. */
async function readTold(ask: Ask, sinceMs: number): Promise<HourOf[]> {
  const rows = await ask<{ hour: number } & Record<string, number>>(TOLD, [sinceMs + MARK_KEPT_MS])
  return rows.flatMap(({ hour, ...orders }) => {
    const fromMs = hour * HOUR_MS - MARK_KEPT_MS
    return Object.entries(orders).flatMap(([name, value]) => (value > 0 ? { fromMs, name, value } : []))
  })
}

/** How long it is known that an order came, so the time at which it is forgotten tells when it did: it is whole hours. */
const TOLD = `
  SELECT expires / ${HOUR_MS} AS hour, count(*) FILTER (WHERE told LIKE '%p%') AS "order of page",
    count(*) FILTER (WHERE told LIKE '%w%') AS "order of webhook",
    count(*) FILTER (WHERE told LIKE '%p%' AND told LIKE '%w%') AS "order of both"
  FROM repeats WHERE told IS NOT NULL AND expires >= ?1 GROUP BY 1`

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
