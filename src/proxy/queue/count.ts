/** How many events there are, by kind and reason. */
import type { Event } from '../../contract/event.js'
import type { Counts, Reason } from './index.js'
import type { Store } from './store/index.js'

/** A few milliseconds, after which others have their turn: while a file is read, no order is stored. */
const COUNTED_AT_ONCE = 10_000

interface Counted {
  state: string
  kind: Event['kind']
  reason: Reason | null
  events: number
  bytes: number
  oldest: number
  latest: number
}

/** What moves while it counts may be in neither figure; none is in two. */
export async function count(store: Store, atOnce = COUNTED_AT_ONCE): Promise<Counts> {
  const groups = new Map<string, Counted>()
  for (let after = 0, isMore = true; isMore; ) {
    const some = await store.read(({ ask }) => ask<Counted>(COUNT, [after, atOnce]))
    for (const row of some) addCounted(groups, row)
    isMore = sum(some, 'events') === atOnce
    after = Math.max(after, ...some.map(({ latest }) => latest))
    if (isMore) await new Promise((resolve) => setTimeout(resolve))
  }
  const sql = 'SELECT reason, events FROM dropped ORDER BY reason'
  return store.read(async ({ ask, nowMs }) => toCounts([...groups.values()], await ask<Dropped>(sql), nowMs))
}

type Dropped = { reason: Reason; events: number }

function addCounted(groups: Map<string, Counted>, row: Counted): void {
  const name = [row.state, row.kind, row.reason].join()
  const { events = 0, bytes = 0, oldest = row.oldest } = groups.get(name) ?? {}
  groups.set(name, {
    ...row,
    events: events + row.events,
    bytes: bytes + row.bytes,
    oldest: Math.min(oldest, row.oldest),
  })
}

function toCounts(rows: Counted[], dropped: Dropped[], nowMs: number): Counts {
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const dead = rows.filter(({ state }) => state === 'dead')
  const oldestMs = Math.min(...waiting.map(({ oldest }) => oldest))
  return {
    waiting: sum(waiting, 'events'),
    waitingBytes: sum(waiting, 'bytes'),
    dead: sum(dead, 'events'),
    deadBytes: sum(dead, 'bytes'),
    waitingBy: waiting.map(({ kind, reason, events }) => ({ kind, reason: reason ?? undefined, count: events })),
    deadBy: dead.map(({ kind, reason, events }) => ({ kind, reason: reason ?? 'unreadable', count: events })),
    oldestWaitingMs: waiting.length > 0 ? nowMs - oldestMs : undefined,
    droppedDead: sum(dropped, 'events'),
    droppedBy: dropped.map(({ reason, events }) => ({ reason, count: events })),
  }
}

/** An event of a held list waits for the list, whatever it waited for before. */
const COUNT = `
  SELECT CASE WHEN state = 'dead' THEN 'dead' ELSE 'waiting' END AS state, kind,
    CASE WHEN state = 'held' THEN 'unknown_list' ELSE reason END AS reason,
    count(*) AS events, sum(bytes) AS bytes, min(occurred) AS oldest, max(seq) AS latest
  FROM (SELECT * FROM events WHERE seq > ?1 ORDER BY seq LIMIT ?2) AS part GROUP BY 1, 2, 3 ORDER BY min(seq)`

const sum = <Name extends string>(rows: Record<Name, number>[], name: Name): number =>
  rows.reduce((total, row) => total + row[name], 0)
