/**
 * The shares of the queue and of the dead letters (CONTRACT 7).
 *
 * Signed events may use all room. Unsigned events have three quarters. Within these, three kinds have a quarter each:
 * events of all noisy networks together, orders without a session, and other detached events. So the room of an
 * attacker ends before the room of a shopper on a calm network begins.
 */
import { forget, tellDropped } from './forget.js'
import { DEAD_OR_REFUSED, toSizes } from './schema.js'
import { dieUnasked } from './settle.js'
import type { Transaction } from './store/index.js'
import type { Bounds, EventRow, QueueContext, Size, Transition } from './types.js'

/** The share of all unsigned events, in the queue, the dead letters and the rate. */
export const UNSIGNED = 0.75
/** The part of the unsigned share for one suspicious kind of event. */
export const QUARTER = 0.25

type Counted = Pick<EventRow, 'signed' | 'noisy' | 'bytes'>
type Share = 'all' | 'unsigned' | 'noisy'

const PARTS: Record<Share, number> = { all: 1, unsigned: UNSIGNED, noisy: UNSIGNED * QUARTER }
const SHARES = Object.keys(PARTS) as Share[] // the keys of the table

const toShares = ({ signed, noisy }: Counted): Share[] => (signed ? ['all'] : noisy ? SHARES : ['all', 'unsigned'])

const newSizes = (): Record<Share, Size> => ({
  all: { events: 0, bytes: 0 },
  unsigned: { events: 0, bytes: 0 },
  noisy: { events: 0, bytes: 0 },
})

function add(sizes: Record<Share, Size>, by: number, event: Counted, count = 1) {
  for (const share of toShares(event)) {
    sizes[share].events += by * count
    sizes[share].bytes += by * event.bytes
  }
}

const toLimit = (most: Bounds, part: number): Size => ({
  events: Math.max(1, Math.floor(most.queueEvents * part)),
  bytes: most.queueBytes * part,
})

/** The share of orders without a session, and of other detached events. */
const toAloneLimit = (most: Bounds) => toLimit(most, UNSIGNED * QUARTER)

const fits = (size: Size, limit: Size) => size.events <= limit.events && size.bytes <= limit.bytes

/* Arrivals */

/** The time for which a count of the rows is trusted. Commands and other proxies change them too. */
const TRUSTED_MS = { usual: 60_000, shared: 1_000, nearlyFull: 1_000 }
const NEARLY_FULL = 0.9

export type Room = ReturnType<typeof createRoom>

/** Counts waiting events in memory, so that an arrival does not have to count the rows. */
export function createRoom({
  most,
  monotonic,
  isShared,
}: Pick<QueueContext, 'most' | 'monotonic'> & { isShared: boolean }) {
  const limits = SHARES.map((share) => [share, toLimit(most, PARTS[share])] as const)
  let known = newSizes()
  let readMs = Number.NEGATIVE_INFINITY

  function isTrusted() {
    const ageMs = monotonic() - readMs
    const isNearlyFull = limits.some(
      ([share, { events, bytes }]) =>
        known[share].events >= events * NEARLY_FULL || known[share].bytes >= bytes * NEARLY_FULL,
    )
    if (isNearlyFull) return !isShared && ageMs < TRUSTED_MS.nearlyFull
    return ageMs < (isShared ? TRUSTED_MS.shared : TRUSTED_MS.usual)
  }

  return {
    async refresh({ ask }: Pick<Transaction, 'ask'>) {
      if (isTrusted()) return
      const rows = await ask<Counted & { events: number }>(WAITING)
      known = newSizes()
      for (const { events, ...row } of rows) add(known, 1, row, events)
      readMs = monotonic()
    },
    /** Returns false if the detached events fit into their share, because all unsigned events do. */
    mayBeCrowded: () => !fits(known.unsigned, toAloneLimit(most)),
    /** Counts the changes of one transaction. They take effect when it is committed. */
    begin() {
      const [changes, reserved] = [newSizes(), newSizes()]
      return {
        count: (by: 1 | -1, event: Counted) => add(changes, by, event),
        /** Duplicates take room too. Otherwise a full queue would reveal which events it knows. */
        takeRoom(event: Counted) {
          add(reserved, 1, event)
          const hasRoom = limits.every(([share, limit]) => {
            const events = known[share].events + reserved[share].events
            return (
              !toShares(event).includes(share) ||
              fits({ events, bytes: known[share].bytes + reserved[share].bytes }, limit)
            )
          })
          if (!hasRoom) add(reserved, -1, event)
          return hasRoom
        },
        commit() {
          for (const share of SHARES) {
            known[share].events += changes[share].events
            known[share].bytes += changes[share].bytes
          }
        },
      }
    },
  }
}

const WAITING = toSizes("state = 'waiting'", 'signed, noisy')

/* Events that wait alone */

/** The share of the queue that is dropped in addition, because the search takes long. */
const STEP = 0.002
const LOOKED_AT = 500

/** Makes dead letters of orders without a session, and of other detached events, if there are too many. */
export async function limitAlone(step: Transition, { most, claims }: Pick<QueueContext, 'most' | 'claims'>) {
  const share = toAloneLimit(most)
  const aim = { ...share, events: share.events - Math.floor(most.queueEvents * STEP) }
  for (const { sessionless, ...left } of await step.ask<Size & { sessionless: number }>(ALONE)) {
    if (fits(left, share)) continue
    for (const event of await step.ask<EventRow>(MOST_TRIED, [sessionless, step.nowMs, LOOKED_AT])) {
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
const WAITS_ALONE = "state = 'waiting' AND signed = 0 AND alone = 1 AND reason <> 'unreadable'"
const ALONE = toSizes(WAITS_ALONE, `${SESSIONLESS} AS sessionless`, '1')
const MOST_TRIED = `
  SELECT * FROM events
  WHERE ${WAITS_ALONE} AND replayed = 0
    AND ${SESSIONLESS} = ?1 AND leased_until <= ?2
  ORDER BY noisy DESC, attempts DESC, received, seq LIMIT ?3`
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
  for (const [part, which] of DEAD_SHARES) {
    const limits = { events: Math.ceil(most.deadLetters * part), bytes: Math.ceil(most.deadLetterBytes * part) }
    const [size] = await step.ask<Size>(toSizes(`${DEAD_OR_REFUSED} AND ${which}`, '1 AS share', '1'))
    if (size && !fits(size, limits)) await dropSome(step, which, size, limits)
  }
}

/** Enough to make room for the arrivals of one transaction. */
const DROPPED_AT_ONCE = 200
/** A hundredth more than needed is dropped at once, so that not every new dead letter causes a search. */
const toAim = (limit: number) => (limit >= 100 ? limit * 0.99 : limit)

async function dropSome(step: Transition, which: string, { events, bytes }: Size, limits: Size) {
  for (const letter of await step.ask<EventRow>(toFirst(which), [DROPPED_AT_ONCE])) {
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
const toFirst = (which: string) => `
  SELECT * FROM events WHERE ${DEAD_OR_REFUSED} AND ${which}
  ORDER BY signed, noisy DESC, CASE WHEN reason IN ('refused', 'no_session') THEN 1 ELSE 0 END, due, seq LIMIT ?1`
