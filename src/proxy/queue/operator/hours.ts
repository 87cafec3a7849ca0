/** Counts the ledger by hour, for charts and conditions. A count is a query on the rows, so nothing else is stored. */
import { DEAD, KIND } from '../schema.js'
import type { Transaction } from '../store/index.js'
import type { EventRow, QueuedEvent, Source } from '../types.js'

const HOUR_MS = 3_600_000
/** The sources by their letters in the column `sources`. */
const SOURCES: Record<string, Source> = { p: 'page', w: 'webhook', s: 'server' }

export interface HourCount {
  /** The beginning of the hour, in milliseconds since 1970. */
  fromMs: number
  name: string
  value: number
}

/** Counts by name: events by the hour of their arrival, dead letters by the hour of their death. */
export async function readHours({ ask }: Pick<Transaction, 'ask'>, sinceMs: number): Promise<HourCount[]> {
  const counts = new Map<string, HourCount>()
  function put(hour: number, name: string, join: (before: number) => number) {
    const key = `${hour} ${name}`
    counts.set(key, { fromMs: hour * HOUR_MS, name, value: join(counts.get(key)?.value ?? 0) })
  }
  for (const group of await ask<Group>(ARRIVALS, [sinceMs])) {
    for (const name of toNames(group)) put(group.hour, name, (before) => before + group.events)
    for (const source of toSources(group)) {
      put(group.hour, `latest by ${source}`, (before) => Math.max(before, group.latest))
    }
  }
  for (const { hour, events } of await ask<Pick<Group, 'hour' | 'events'>>(DEATHS, [sinceMs])) {
    put(hour, 'lost', (before) => before + events)
  }
  return [...counts.values()]
}

interface Group extends Pick<EventRow, 'state' | 'reason' | 'sources' | 'problems'>, Pick<QueuedEvent, 'kind'> {
  hour: number
  events: number
  /** 1: the event, or another report of its order, was delivered. */
  delivered: number
  /** 1: the order has a total. */
  has_total: number
  /** The time at which the last of them arrived, in seconds. */
  latest: number
}

const IS_DELIVERED = `state = 'delivered' OR (list = '' AND EXISTS (
    SELECT 1 FROM events AS twin WHERE twin.identity = events.identity AND twin.state = 'delivered'))`

const ARRIVALS = `
  SELECT received / ${HOUR_MS} AS hour, ${KIND} AS kind, state, reason, sources, problems,
    CASE WHEN ${IS_DELIVERED} THEN 1 ELSE 0 END AS delivered,
    CASE WHEN cents IS NULL THEN 0 ELSE 1 END AS has_total, count(*) AS events, max(received) / 1000 AS latest
  FROM events WHERE received >= ?1 AND (sources IS NOT NULL OR state = 'refused') GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`

const DEATHS = `
  SELECT due / ${HOUR_MS} AS hour, count(*) AS events FROM events
  WHERE ${DEAD} AND due >= ?1 AND sources IS NOT NULL GROUP BY 1`

const toSources = ({ kind, sources }: Group): Source[] =>
  kind === 'convert' ? [...(sources ?? '')].flatMap((letter) => SOURCES[letter] ?? []) : []

function toNames(group: Group): string[] {
  const { kind, state, reason, problems, delivered, has_total } = group
  if (state === 'refused') return [`report ${kind} ${reason}`]
  const isDelivered = delivered === 1
  if (kind !== 'convert') return ['accepted', ...(isDelivered ? ['delivered'] : [])]
  const sources = toSources(group)
  const all = problems?.split(', ') ?? []
  const lacks = [...(has_total ? [] : ['total']), ...(all.includes('cart_items missing') ? ['items'] : [])]
  return [
    'accepted',
    'order new',
    ...sources.map((source) => `order by ${source}`),
    ...(sources.includes('page') && sources.includes('webhook') ? ['order by both'] : []),
    ...all.map((problem) => `problem ${problem}`),
    ...lacks.map((part) => `lacks ${part}`),
    ...(isDelivered ? ['delivered', 'order delivered'] : []),
    ...(isDelivered && lacks.length > 0 ? ['order partial'] : []),
    ...(!isDelivered && reason ? [`order ${reason}`] : []),
  ]
}
