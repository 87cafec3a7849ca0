/**
 * The events that are sent next. While the API is fast, some events are claimed in advance, so one transaction serves
 * many requests. An event that is not sent within a second is given back, because its row may have changed.
 */
import type { Claimed, Queue } from '../queue/index.js'

/** The most events that are claimed in advance. They are not lost if the process ends, because its claims end too. */
const MAX_AHEAD = 32
/** The time in which the events of a too small claim are sent. */
const QUICK_MS = 100
const STALE_MS = 1_000

export type Prefetch = ReturnType<typeof createPrefetch>

export function createPrefetch(queue: Pick<Queue, 'claim' | 'release'>, now: () => number) {
  let ahead: Claimed['events'] = []
  let claimedMs = Number.NEGATIVE_INFINITY
  let size = 0

  /** Gives back the unused events. */
  async function release() {
    const ids = ahead.map(({ id }) => id)
    ahead = []
    if (ids.length > 0) await queue.release(ids)
  }

  /** Increases the claim if the last one was used up quickly. */
  function toSize(wanted: number, isAhead: boolean): number {
    const isQuick = now() - claimedMs < QUICK_MS
    return isAhead && isQuick ? Math.min(Math.max(size, wanted) * 2, MAX_AHEAD) : wanted
  }

  return {
    /** @param isAhead true if more than the wanted events may be claimed */
    async take(wanted: number, isAhead: boolean): Promise<Claimed> {
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
