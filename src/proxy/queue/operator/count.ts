/** Counts the rows of the ledger that health and metrics show. */
import { DROPPED } from '../forget.js'
import { read } from '../meta.js'
import { DEAD_OR_REFUSED, ofState, toSizes } from '../schema.js'
import type { Counts, EventRow, Size } from '../types.js'
import type { Reader } from './listed.js'

type Counted = Size & Pick<EventRow, 'state' | 'kind' | 'reason'>

export async function count({ ask, nowMs }: Pick<Reader, 'ask' | 'nowMs'>): Promise<Counts> {
  const toKey = ({ kind, reason }: Counted) => `${kind} ${reason ?? ''}`
  const rows = (await ask<Counted>(COUNTS)).sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
  const [first] = await ask<{ occurred: number }>(FIRST)
  const sum = (rows: Size[], what: keyof Size) => rows.reduce((all, row) => all + row[what], 0)
  const of = (state: EventRow['state']) => rows.filter((row) => row.state === state)
  const toCount = ({ kind, reason, events }: Counted) => ({ kind, reason: reason ?? undefined, count: events })
  const toReason = (row: Counted) => ({ ...toCount(row), reason: row.reason ?? ('refused' as const) })
  return {
    waiting: sum(of('waiting'), 'events'),
    waitingBytes: sum(of('waiting'), 'bytes'),
    dead: sum(of('dead'), 'events'),
    deadBytes: sum(of('dead'), 'bytes'),
    waitingBy: of('waiting').map(toCount),
    deadBy: of('dead').map(toReason),
    refusedBy: of('refused').map(toReason),
    oldestWaitingMs: first && nowMs - first.occurred,
    droppedDead: Number((await read(ask, DROPPED)) ?? 0),
  }
}

/** Two parts, because each has its own index. */
const COUNTS = [
  toSizes("state = 'waiting'", "'waiting' AS state, kind, reason", 'kind, reason'),
  toSizes(DEAD_OR_REFUSED, 'state, kind, reason'),
].join(' UNION ALL ')

const FIRST = `SELECT occurred FROM events WHERE ${ofState('waiting')} ORDER BY seq LIMIT 1`
