/** Deletes rows after their time, a few at a time, so that arrivals can be stored in between. */
import { DAY_MS } from '../duration.js'
import { forget } from './enqueue.js'
import { sweepErased } from './erase.js'
import { STOPPED } from './schema.js'
import type { Bounds, EventRow, QueueContext, Transition } from './types.js'

/** The time for which delivered events are known, and for which dead letters and refused reports are stored. */
const DELIVERED_MS = 180 * DAY_MS
const STOPPED_MS = 14 * DAY_MS
/** The most rows that one transaction deletes. This takes some milliseconds, because SQLite overwrites deleted data. */
const AT_ONCE = 200

/** Does nothing while the clock may be wrong. */
export async function sweep(
  { move, isClockRight }: Pick<QueueContext, 'move' | 'isClockRight'>,
  most: Bounds,
  isClosed: () => boolean,
) {
  await move('ack', async () => {}) // reads the time
  if (!isClockRight()) return
  await move('ack', sweepErased)
  const lastSeq = await move('ack', (step) => readSurplus(step, most.delivered))
  for (const sweepSome of [(step: Transition) => sweepDelivered(step, lastSeq), sweepStopped]) {
    let count = AT_ONCE
    while (count === AT_ONCE && !isClosed() && isClockRight()) {
      count = await move('ack', sweepSome)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
}

/** Reads the latest row of which so many newer ones were delivered. Counts only if there can be so many. */
async function readSurplus({ ask }: Transition, most: number): Promise<number> {
  const [span] = await ask<{ first: number | null; last: number | null }>(SPAN)
  if ((span?.last ?? 0) - (span?.first ?? 0) < most) return 0
  const [row] = await ask<{ seq: number }>(SURPLUS, [most])
  return row?.seq ?? 0
}

const SPAN = 'SELECT min(seq) AS first, max(seq) AS last FROM events'
const SURPLUS = "SELECT seq FROM events WHERE state = 'delivered' ORDER BY seq DESC LIMIT 1 OFFSET ?1"

/** The first delivered rows are the oldest ones. */
async function sweepDelivered({ ask, nowMs }: Transition, lastSeq: number): Promise<number> {
  return (await ask(SWEEP_DELIVERED, [nowMs - DELIVERED_MS, lastSeq])).length
}

/** Two parts, because each has its own index. */
const SWEEP_DELIVERED = `
  DELETE FROM events WHERE seq IN (
    SELECT seq FROM events WHERE received <= ?1 AND state = 'delivered'
    UNION ALL SELECT seq FROM events WHERE seq <= ?2 AND state = 'delivered' LIMIT ${AT_ONCE})
  RETURNING seq`

async function sweepStopped(step: Transition): Promise<number> {
  const rows = await step.ask<EventRow>(STALE, [step.nowMs - STOPPED_MS])
  for (const row of rows) await forget(step, row)
  return rows.length
}

const STALE = `SELECT * FROM events WHERE ${STOPPED} AND due <= ?1 LIMIT ${AT_ONCE}`
