/**
 * Finds networks that count as noisy because of the room that they hold.
 *
 * A network below a tenth of its rate limit is calm, but it could fill the queue within an hour. So while room is short,
 * an unsigned network with more than a hundredth of the unsigned room is noisy. While there is room, an office or a
 * carrier with one address for many shoppers may hold any part of it.
 */
import type { Prepared } from './enqueue.js'
import { HOLDS_ROOM } from './schema.js'
import { askRows } from './store/rows.js'
import type { Size, Transition } from './types.js'

/** The part of the unsigned room that a network may hold while room is short. */
const PART = 0.01

/** @param unsigned the room of all unsigned events */
const toMost = ({ events, bytes }: Size): Size => ({
  events: Math.max(1, Math.floor(events * PART)),
  bytes: Math.floor(bytes * PART),
})

/** Marks arrivals of networks that hold too much of the queue as noisy. Called while the room of the queue is short. */
export async function markHeavy(step: Transition, arrivals: Prepared[], unsigned: Size) {
  const rows = arrivals.map(({ row }) => row).filter(({ signed, network }) => !signed && network !== '')
  const networks = [...new Set(rows.map(({ network }) => network))].map((network) => [network])
  const found = await askRows<{ network: string }>(step, { sql: toHeavyOfGiven(unsigned), row: '(?1)' }, networks)
  const heavy = new Set(found.map(({ network }) => network))
  for (const row of rows) if (heavy.has(row.network)) row.noisy = 1
}

/** Reads no more rows of a network than needed, because a flood may have left many. */
function toHeavyOfGiven(unsigned: Size) {
  const most = toMost(unsigned)
  return `WITH given (network) AS (VALUES :rows)
    SELECT network FROM given WHERE (
      SELECT count(*) > ${most.events} OR sum(bytes) > ${most.bytes} FROM (
        SELECT bytes FROM events WHERE ${HOLDS_ROOM} AND events.network = given.network AND state = 'waiting'
        LIMIT ${most.events + 1}) AS held)`
}

/** Writes the condition that a row is of a noisy network, or of one that holds too much of the room of these rows. */
export function isNoisyOrHeavy(which: string, unsigned: Size) {
  const most = toMost(unsigned)
  return `(noisy = 1 OR network IN (
    SELECT network FROM events WHERE ${HOLDS_ROOM} AND ${which}
    GROUP BY network HAVING count(*) > ${most.events} OR sum(bytes) > ${most.bytes}))`
}
