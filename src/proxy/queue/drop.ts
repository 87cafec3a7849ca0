/**
 * Gives up events if there are too many of their kind: detached events, dead letters and refused reports. Those
 * of noisy networks, and of networks that hold too much room, are given up first.
 */
import { forget, tellDropped } from './forget.js'
import { isNoisyOrHeavy } from './heavy.js'
import { fits, QUARTER, toDetachedLimit, toLimit, UNSIGNED } from './room.js'
import { DEAD_OR_REFUSED, toSizes } from './schema.js'
import { dieUnasked } from './settle.js'
import type { Bounds, EventRow, QueueContext, Size, Transition } from './types.js'

/* Detached events */

/** The share of the queue that is dropped in addition, because the search takes long. */
const STEP = 0.002
const LOOKED_AT = 500

/** Makes dead letters of orders without a session, and of other detached events, if there are too many. */
export async function limitDetached(step: Transition, { most, claims }: Pick<QueueContext, 'most' | 'claims'>) {
  const share = toDetachedLimit(most)
  const aim = { ...share, events: share.events - Math.floor(most.queueEvents * STEP) }
  for (const { sessionless, ...left } of await step.ask<Size & { sessionless: number }>(DETACHED)) {
    if (fits(left, share)) continue
    for (const event of await step.ask<EventRow>(toMostTried(most), [sessionless, step.nowMs, LOOKED_AT])) {
      if (fits(left, aim)) break
      if (claims.has(event.id)) continue
      await step.lock(event.who)
      const [still] = await step.ask<EventRow>(STILL, [event.seq, step.nowMs])
      if (!still) continue
      await dieUnasked(step, still, sessionless ? 'no_session' : 'crowded')
      left.events -= 1
      left.bytes -= event.bytes
    }
  }
}

const SESSIONLESS = "CASE WHEN reason = 'no_session' THEN 1 ELSE 0 END"
const WAITS_DETACHED = "state = 'waiting' AND signed = 0 AND detached = 1 AND reason <> 'unreadable'"
const DETACHED = toSizes(WAITS_DETACHED, `${SESSIONLESS} AS sessionless`, '1')
const toMostTried = (most: Bounds) => `
  SELECT * FROM events
  WHERE ${WAITS_DETACHED} AND replayed = 0
    AND ${SESSIONLESS} = ?1 AND leased_until <= ?2
  ORDER BY CASE WHEN ${isNoisyOrHeavy("state = 'waiting'", toLimit(most, UNSIGNED))} THEN 0 ELSE 1 END,
    attempts DESC, received, seq LIMIT ?3`
const STILL = "SELECT * FROM events WHERE seq = ?1 AND state = 'waiting' AND leased_until <= ?2"

/* Dead letters and refused reports */

/**
 * Dead letters have the same shares as the queue. Refused reports have a quarter too, so they do not push out dead
 * letters.
 */
const DEAD_SHARES: [part: number, which: string][] = [
  [UNSIGNED * QUARTER, 'signed = 0 AND noisy = 1'],
  [UNSIGNED * QUARTER, "signed = 0 AND reason = 'no_session'"],
  [UNSIGNED * QUARTER, "signed = 0 AND reason = 'crowded'"],
  [UNSIGNED * QUARTER, "state = 'refused'"],
  [UNSIGNED, 'signed = 0'],
  [1, 'TRUE'],
]

/** Drops dead letters and refused reports if there are too many. Each is counted and logged. */
export async function dropTooMany(step: Transition, most: Bounds) {
  const toRoom = (part: number) => ({
    events: Math.ceil(most.deadLetters * part),
    bytes: Math.ceil(most.deadLetterBytes * part),
  })
  for (const [part, which] of DEAD_SHARES) {
    const limits = toRoom(part)
    const [size] = await step.ask<Size>(toSizes(`${DEAD_OR_REFUSED} AND ${which}`, '1 AS share', '1'))
    if (size && !fits(size, limits)) await dropSome(step, toFirst(which, toRoom(UNSIGNED)), size, limits)
  }
}

/** Enough to make room for the arrivals of one transaction. */
const DROPPED_AT_ONCE = 200
/** A hundredth more than needed is dropped at once, so that not every new dead letter causes a search. */
const toAim = (limit: number) => (limit >= 100 ? limit * 0.99 : limit)

async function dropSome(step: Transition, first: string, { events, bytes }: Size, limits: Size) {
  for (const letter of await step.ask<EventRow>(first, [DROPPED_AT_ONCE])) {
    if (events <= toAim(limits.events) && bytes <= toAim(limits.bytes)) break
    await forget(step, letter.seq)
    await tellDropped(step, letter)
    events -= 1
    bytes -= letter.bytes
  }
}

/**
 * Unsigned events are dropped before signed ones, and noisy networks before calm ones. Events that the API has answered
 * are dropped last.
 */
const toFirst = (which: string, unsigned: Size) => `
  SELECT * FROM events WHERE ${DEAD_OR_REFUSED} AND ${which}
  ORDER BY signed, CASE WHEN ${isNoisyOrHeavy("state IN ('dead', 'refused')", unsigned)} THEN 0 ELSE 1 END,
    CASE WHEN reason IN ('refused', 'no_session') THEN 1 ELSE 0 END, due, seq LIMIT ?1`
