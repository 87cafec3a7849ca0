/** Counts the rows of the ledger that health and metrics show. */
import { read } from '../meta.js'
import { DROPPED } from '../room.js'
import { KIND, STOPPED, WAITS } from '../schema.js'
import type { Transaction } from '../store/index.js'
import type { Counts, EventRow, QueuedEvent, Size } from '../types.js'

type Group = Size & Pick<EventRow, 'state' | 'reason'> & Pick<QueuedEvent, 'kind'>

export async function count({ ask, nowMs }: Pick<Transaction, 'ask' | 'nowMs'>): Promise<Counts> {
  const toKey = ({ kind, reason }: Group) => `${kind} ${reason ?? ''}`
  const groups = (await ask<Group>(GROUPS)).sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
  const [first] = await ask<{ received: number | null }>(`SELECT min(received) AS received FROM events WHERE ${WAITS}`)
  const of = (state: EventRow['state']) => groups.filter((group) => group.state === state)
  const sum = (state: EventRow['state'], what: keyof Size) => of(state).reduce((all, group) => all + group[what], 0)
  const toCount = ({ kind, reason, events }: Group) => ({ kind, reason: reason ?? undefined, count: events })
  const withReason = (group: Group) => ({ ...toCount(group), reason: group.reason ?? ('refused' as const) })
  return {
    waiting: sum('waiting', 'events'),
    waitingBytes: sum('waiting', 'bytes'),
    dead: sum('dead', 'events'),
    deadBytes: sum('dead', 'bytes'),
    waitingBy: of('waiting').map(toCount),
    deadBy: of('dead').map(withReason),
    refusedBy: of('refused').map(withReason),
    oldestWaitingMs: first?.received == null ? undefined : nowMs - first.received,
    droppedDead: Number((await read(ask, DROPPED)) ?? 0),
  }
}

/** Two parts, because each has its own index. */
const GROUPS = [WAITS, STOPPED]
  .map(
    (which) => `
  SELECT state, ${KIND} AS kind, reason, count(*) AS events, CAST(sum(bytes) AS bigint) AS bytes
  FROM events WHERE ${which} GROUP BY 1, 2, 3`,
  )
  .join(' UNION ALL ')
