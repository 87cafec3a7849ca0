/**
 * Rows that end. The operator or the limits drop them, or the sweep deletes them when no fact about them is needed any
 * more.
 */
import { DAY_MS, DEAD_KEPT_MS, ID_KEPT_MS, KEPT_MS } from './identity.js'
import { countUp } from './meta.js'
import { keepHours } from './operator/hours.js'
import { DEAD_OR_REFUSED, IS_OVER } from './schema.js'
import type { EventRow, QueueContext, Transition } from './types.js'

/**
 * Deletes an event completely, so the same order counts as new if it is reported again. Only its id stays known, for a
 * week.
 */
export async function forget({ ask, nowMs }: Pick<Transition, 'ask' | 'nowMs'>, seq: number) {
  await ask('DELETE FROM payloads WHERE seq = ?1', [seq])
  await ask(FORGET, [seq, nowMs])
}

const FORGET = `
  UPDATE events SET state = 'deleted', reason = NULL, due = ?2, until = received + ${ID_KEPT_MS}, identity = NULL, name = NULL,
    cents = NULL, fields = NULL, problems = NULL, tries = NULL, detached = 0, early = 0, lease = '', leased_until = 0,
    bytes = 0
  WHERE seq = ?1`

/** The count of dropped events in `meta`. */
export const DROPPED = 'dropped'

/** Counts and logs an event that was dropped. */
export async function tellDropped(step: Transition, { id, kind, reason }: Pick<EventRow, 'id' | 'kind' | 'reason'>) {
  await countUp(step.ask, DROPPED)
  step.tell({ event: 'dead_letter_dropped', id, kind, ...(reason && { reason }) })
}

/* Sweeping */

/** The most rows that one transaction deletes. This takes some milliseconds, because SQLite overwrites deleted data. */
const AT_ONCE = 200

/**
 * Deletes rows after their time, a few at once, so that arrivals can be stored in between. Does not delete while the
 * clock may be wrong.
 */
export async function sweep(
  { move, isClockRight, most }: Pick<QueueContext, 'move' | 'isClockRight' | 'most'>,
  isClosed: () => boolean,
) {
  await move('ack', async () => {}) // reads the time
  while (!isClosed() && isClockRight() && (await move('ack', keepHours))) {}
  const untilMs = await move('ack', (step) => readSurplus(step, most.keptRows ?? MOST_KEPT))
  const sweepSurplus = ({ ask, nowMs }: Transition) => remove(ask, SURPLUS, nowMs + ID_KEPT_MS, untilMs)
  for (const sweepSome of [sweepPast, sweepDead, sweepNetworks, sweepSurplus]) {
    let swept = AT_ONCE
    while (swept === AT_ONCE && !isClosed() && isClockRight()) {
      swept = await move('ack', sweepSome)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
}

const sweepPast = ({ ask, nowMs }: Transition) => remove(ask, PAST, nowMs)
const sweepDead = ({ ask, nowMs }: Transition) => remove(ask, OLD, nowMs - DEAD_KEPT_MS)

async function remove(ask: Transition['ask'], which: string, ...values: number[]): Promise<number> {
  // The operator may replay a dead letter in the meantime, so the condition is checked again.
  const sql = `
    DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE ${which} LIMIT ${AT_ONCE}) AND ${which} RETURNING seq`
  const removed = await ask<{ seq: number }>(sql, values)
  if (removed.length === 0) return 0
  const seqs = removed.map(({ seq }) => Number(seq))
  await ask(`DELETE FROM payloads WHERE seq IN (${seqs.join(', ')})`)
  return removed.length
}

const PAST = `${IS_OVER} AND signed IN (0, 1) AND until <= ?1`
const OLD = `${DEAD_OR_REFUSED} AND due <= ?1`

/**
 * The most unsigned rows that are kept for longer than a week. A row has some 430 bytes. Otherwise strangers on calm
 * networks could leave rows on the disk for 180 days. A shop with up to 11,000 orders a day keeps all of its rows.
 */
const MOST_KEPT = 2_000_000
const IS_KEPT = `${IS_OVER} AND signed = 0 AND until > ?1`
/** Kept for a week at least, like every id. */
const SURPLUS = `${IS_KEPT} AND until <= ?2`

/** Reads until when the first row would be kept that is too many. @returns 0 if the rows are not too many */
async function readSurplus({ ask, nowMs }: Transition, most: number): Promise<number> {
  const sql = `SELECT until FROM events WHERE ${IS_KEPT} ORDER BY until DESC LIMIT 1 OFFSET ?2`
  const [first] = await ask<{ until: number }>(sql, [nowMs + ID_KEPT_MS, most])
  return Math.min(first?.until ?? 0, nowMs + KEPT_MS - ID_KEPT_MS)
}

async function sweepNetworks({ ask, nowMs }: Transition): Promise<number> {
  const sql = `
    UPDATE events SET network = '' WHERE seq IN (
      SELECT seq FROM events WHERE network <> '' AND received <= ?1 ORDER BY received LIMIT ${AT_ONCE}) RETURNING seq`
  return (await ask(sql, [nowMs - DAY_MS])).length
}
