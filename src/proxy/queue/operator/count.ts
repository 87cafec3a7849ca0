/**
 * Counts the rows of the ledger for health and metrics. One statement makes all counts, so they are of one moment.
 *
 * An order is a row with `sources`: test orders and further rows of a known order have none, so they count nowhere.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../duration.js'
import { read } from '../meta.js'
import { DROPPED } from '../room.js'
import { DEAD, KIND, STOPPED, WAITS } from '../schema.js'
import type { Transaction } from '../store/index.js'
import type { Counts, EventRow, OrderCount, QueuedEvent } from '../types.js'

/** Today, and the week with which it is compared. */
const COMPARED_MS = 8 * DAY_MS

interface Group extends Pick<EventRow, 'reason' | 'list'>, Pick<QueuedEvent, 'kind'> {
  part: 'waiting' | 'dead' | 'refused' | 'order' | 'last'
  /** Of an order: its outcome, its sources, and letters for the parts that it lacks. */
  outcome: string
  sources: string
  lacks: string
  events: number
  bytes: number
  /** Rows of the last 24 hours. Of dead letters and delivered events: of the last hour. */
  recent: number
  delivered: number
  customers: number
  first: number
  last: number
}

export async function count({ ask, nowMs }: Pick<Transaction, 'ask' | 'nowMs'>): Promise<Counts> {
  const groups = await ask<Group>(GROUPS, [nowMs - COMPARED_MS, nowMs - DAY_MS, nowMs - HOUR_MS])
  const toKey = ({ kind, reason }: Group) => `${kind} ${reason ?? ''}`
  const of = (part: Group['part']) =>
    groups.filter((group) => group.part === part).sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
  const sum = (some: Group[], what: 'events' | 'bytes' | 'delivered') => some.reduce((all, each) => all + each[what], 0)
  const [waiting, dead, refused, orders] = [of('waiting'), of('dead'), of('refused'), of('order')]
  const firstMs = Math.min(...waiting.map(({ first }) => first))
  return {
    atMs: nowMs,
    waiting: sum(waiting, 'events'),
    waitingBytes: sum(waiting, 'bytes'),
    waitingBy: waiting.map(({ kind, reason, list, events, customers, last }) => ({
      kind,
      reason: reason ?? undefined,
      list: list || undefined,
      count: events,
      customers,
      untilMs: last || undefined,
    })),
    oldestWaitingMs: waiting.length === 0 ? undefined : Math.max(0, nowMs - firstMs),
    dead: sum(dead, 'events'),
    deadBytes: sum(dead, 'bytes'),
    deadBy: dead.map(({ kind, reason, events, recent }) => ({
      kind,
      reason: reason ?? 'refused',
      count: events,
      recent,
    })),
    refusedBy: refused.map(({ kind, reason, lacks, events, recent }) => ({
      kind,
      reason: reason ?? 'refused',
      hasNumber: lacks === '',
      count: events,
      recent,
    })),
    orders: orders.filter(({ kind }) => kind === 'convert').map(toOrderCount),
    deliveredInHour: sum(orders, 'delivered'),
    lastOrderMs: of('last')[0]?.last || undefined,
    droppedDead: Number((await read(ask, DROPPED)) ?? 0),
  }
}

const toOrderCount = ({ outcome, sources, lacks, events, recent }: Group): OrderCount => ({
  outcome: outcome === 'waiting' || outcome === 'dead' ? outcome : 'delivered',
  byPage: sources.includes('p'),
  byWebhook: sources.includes('w'),
  lacks: { number: lacks.includes('n'), total: lacks.includes('t'), items: lacks.includes('i') },
  today: recent,
  before: events - recent,
})

/** The length of an identity without a number: identity.ts. */
const IS_NUMBERLESS = 'identity IS NULL OR length(identity) < 30'
const LACKS = `CASE WHEN ${IS_NUMBERLESS} THEN 'n' ELSE '' END || CASE WHEN cents IS NULL THEN 't' ELSE '' END
  || CASE WHEN problems LIKE '%cart_items missing%' THEN 'i' ELSE '' END`

/** An order is delivered if one of its rows is. */
const OUTCOME = `CASE WHEN state = 'delivered' OR (list = '' AND EXISTS (
  SELECT 1 FROM events AS twin WHERE twin.identity = events.identity AND twin.state = 'delivered'))
  THEN 'delivered' ELSE state END`

/** The time at which the API has refused an event for the last time: forward/policy.ts has the waits. */
const UNTIL = `CASE WHEN reason IN ('refused', 'no_session', 'unknown_list')
  THEN due + CASE refusals WHEN 1 THEN ${70 * MINUTE_MS} WHEN 2 THEN ${60 * MINUTE_MS} ELSE 0 END ELSE 0 END`

const toSum = (condition: string) => `CAST(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END) AS bigint)`

const GROUPS = `
  SELECT 'waiting' AS part, ${KIND} AS kind, CASE WHEN reason = 'unknown_list' THEN list ELSE '' END AS list, reason,
    '' AS outcome, '' AS sources, '' AS lacks, count(*) AS events, CAST(sum(bytes) AS bigint) AS bytes, 0 AS recent,
    0 AS delivered, count(DISTINCT who) AS customers, min(received) AS first, max(${UNTIL}) AS last
  FROM events WHERE ${WAITS} AND sources IS NOT NULL GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'dead', ${KIND}, '', reason, '', '', '', count(*), CAST(sum(bytes) AS bigint), ${toSum('due >= ?3')}, 0, 0, 0, 0
  FROM events WHERE ${DEAD} AND sources IS NOT NULL GROUP BY 2, 4
  UNION ALL
  SELECT 'refused', ${KIND}, '', reason, '', '', CASE WHEN identity IS NULL THEN 'n' ELSE '' END,
    count(DISTINCT coalesce(identity, id)), CAST(sum(bytes) AS bigint),
    count(DISTINCT CASE WHEN received >= ?2 THEN coalesce(identity, id) END), 0, 0, 0, 0
  FROM events WHERE state = 'refused' AND ${STOPPED} GROUP BY 2, 4, 7
  UNION ALL
  SELECT 'order', ${KIND}, '', NULL, ${OUTCOME}, sources, ${LACKS}, count(*), 0, ${toSum('received >= ?2')},
    ${toSum("state = 'delivered' AND due >= ?3")}, 0, 0, 0
  FROM events WHERE received >= ?1 AND sources IS NOT NULL GROUP BY 2, 5, 6, 7
  UNION ALL
  SELECT 'last', 'convert', '', NULL, '', '', '', 0, 0, 0, 0, 0, 0, received FROM (
    SELECT received FROM events WHERE list = '' AND sources IS NOT NULL ORDER BY received DESC LIMIT 1) AS latest`

/** Reads the longest time without an order since `fromMs`. Undefined unless the orders span a day, with one night. */
export async function readLongestGap({ ask }: Pick<Transaction, 'ask'>, fromMs: number): Promise<number | undefined> {
  const [row] = await ask<{ gap: number | null; span: number | null }>(LONGEST_GAP, [fromMs])
  return (row?.span ?? 0) >= DAY_MS ? (row?.gap ?? undefined) : undefined
}

const LONGEST_GAP = `
  SELECT max(gap) AS gap, max(received) - min(received) AS span FROM (
    SELECT received, received - lag(received) OVER (ORDER BY received) AS gap FROM events
    WHERE received >= ?1 AND list = '' AND sources IS NOT NULL) AS gaps`
