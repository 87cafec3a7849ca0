/**
 * The events that go next, claimed some ahead while the API is quick: one transaction then serves many requests. What is
 * not sent within a second goes back, for what the queue says of it may have changed.
 */
import type { Claimed, Queue } from '../queue/index.js'

/** Most events that are claimed ahead; none is lost with the process, for its claims end too. */
const MAX_AHEAD = 32
/** A claim that lasts no longer than this was too small. */
const QUICK_MS = 100
const STALE_MS = 1_000

export interface Prefetch {
  /** @param isAhead claim more than is wanted now */
  take(wanted: number, isAhead: boolean): Promise<Claimed>
  /** Gives back what was not taken. */
  release(): Promise<void>
}

export function createPrefetch(queue: Pick<Queue, 'claim' | 'release'>, now: () => number): Prefetch {
  let ahead: Claimed['events'] = []
  let claimedMs = Number.NEGATIVE_INFINITY
  let size = 0

  async function release() {
    const ids = ahead.map(({ id }) => id)
    ahead = []
    if (ids.length > 0) await queue.release(ids)
  }

  /** More when the last claim was soon used up. */
  function toSize(wanted: number, isAhead: boolean): number {
    const isQuick = now() - claimedMs < QUICK_MS
    return isAhead && isQuick ? Math.min(Math.max(size, wanted) * 2, MAX_AHEAD) : wanted
  }

  return {
    async take(wanted, isAhead) {
      if (!isAhead || now() - claimedMs > STALE_MS) await release()
      let nextInMs: number | undefined
      if (ahead.length < wanted) {
        const left = ahead
        size = toSize(wanted, isAhead)
        const claimed = await queue.claim(size - left.length)
        ahead = [...left, ...claimed.events]
        claimedMs = now()
        nextInMs = claimed.nextInMs
      }
      const waitedMs = now() - claimedMs
      const events = ahead
        .splice(0, wanted)
        .map((event) => ('unfit' in event ? event : { ...event, ageMs: event.ageMs + waitedMs }))
      return { events, nextInMs }
    },
    release,
  }
}
