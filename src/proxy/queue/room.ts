/**
 * The shares of the queue and of the dead letters.
 *
 * Signed events may use all room. Unsigned events have three quarters. Within these, three kinds have a quarter each:
 * events of all noisy networks together, orders without a session, and other detached events. So the room of an
 * attacker ends before the room of a shopper on a calm network begins. heavy.ts says which networks become noisy because
 * of the room that they hold, and drop.ts which events are given up.
 */
import { toSizes } from './schema.js'
import type { Transaction } from './store/index.js'
import type { Bounds, EventRow, QueueContext, Size } from './types.js'

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

export const toLimit = (most: Bounds, part: number): Size => ({
  events: Math.max(1, Math.floor(most.queueEvents * part)),
  bytes: most.queueBytes * part,
})

/** The share of orders without a session, and of other detached events. */
export const toDetachedLimit = (most: Bounds) => toLimit(most, UNSIGNED * QUARTER)

export const fits = (size: Size, limit: Size) => size.events <= limit.events && size.bytes <= limit.bytes

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
    /** Returns true if unsigned events use more than half of their room. */
    isShort: () => !fits(known.unsigned, toLimit(most, UNSIGNED / 2)),
    /** Returns false if the detached events fit into their share, because all unsigned events do. */
    mayBeCrowded: () => !fits(known.unsigned, toDetachedLimit(most)),
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
