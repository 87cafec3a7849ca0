/**
 * Whether events go to the API at all, and how many at once.
 *
 * Closed, several go. When the neutral question says that the API is away, everything is held: only the question goes, again
 * after 1, 5 and 15 s and then each minute, and when it is answered all that waits goes on, from one at a time to four. Each
 * minute one event goes too: is it delivered though the question fails, the question does not suit this API, and from then on
 * such events are what is asked.
 */
import type { Trouble } from './neutral-question.js'
import { HELD_WAITS_MS, PROBE_MS } from './policy.js'

const MAX_AT_ONCE = 4
/** So many customers' events in a row that wait alone, and none taken: it may be the key, whatever the question says. */
const MINDED_TO_TELL = 3

export type Trial = 'question' | 'event'

/** What may be asked now. */
interface Allowed {
  /** Events under way. */
  most: number
  /** While everything is held: what is to be tried, if it is time. */
  trial?: Trial
  /** When there may be more. */
  atMs?: number
}

/** What is to be known again where the process may end at any time. */
export interface Pause {
  /** The API is left alone until then, and why. */
  held?: { reason: Trouble; untilMs: number }
  /** The question does not suit this API. */
  isUnsuited: boolean
}

/** Keeps a pause. */
export interface KeptPause {
  read(): Pause | undefined
  write(pause: Pause | undefined): void
}

export interface Breaker {
  /** What is wrong with the API, as far as is known. */
  readonly trouble: Trouble | undefined
  readonly isHeld: boolean
  /** The question does not suit this API: its answers say nothing. */
  readonly isUnsuited: boolean
  allows(): Allowed
  /** What is to be tried goes now. */
  trying(): void
  /** The API takes events. @returns whether everything was held */
  pass(): boolean
  /** An event of this customer waits alone, though the API is there. */
  mind(reason: Trouble, customer: string): void
  /** The API is away. */
  hold(reason: Trouble, waitMs?: number): void
  /** An event was delivered while the question fails. */
  doubtQuestion(): void
}

interface Options {
  now: () => number
  /** Requests at once. */
  concurrency?: number
  kept?: KeptPause | undefined
}

type State =
  | { is: 'closed'; most: number }
  | { is: 'held'; reason: Trouble; times: number; fromMs: number; untilMs: number; probeMs: number }

export function createBreaker({ now, concurrency = MAX_AT_ONCE, kept }: Options): Breaker {
  const before = kept?.read()
  let isUnsuited = before?.isUnsuited ?? false
  let state: State = before?.held ? toHeld(before.held) : { is: 'closed', most: concurrency }
  let trouble: Trouble | undefined = before?.held?.reason
  const minded = new Set<string>()

  function hold(reason: Trouble, waitMs?: number) {
    const times = state.is === 'held' ? state.times + 1 : 0
    const untilMs = now() + (waitMs ?? HELD_WAITS_MS[times] ?? PROBE_MS)
    const probeMs = state.is === 'held' ? state.probeMs : now() + PROBE_MS
    state = { is: 'held', reason, times, fromMs: now(), untilMs, probeMs }
    trouble = reason
    kept?.write({ held: { reason, untilMs }, isUnsuited })
  }

  function allows(): Allowed {
    if (state.is === 'closed') return { most: state.most }
    const { fromMs, untilMs, probeMs } = state
    // A pause that has not begun yet is over: the clock was set back, and nothing would be sent until it had caught up.
    const isOver = (atMs: number) => now() >= atMs || now() < fromMs
    if (isOver(untilMs)) return { most: 0, trial: isUnsuited ? 'event' : 'question' }
    if (isOver(probeMs)) return { most: 0, trial: 'event' }
    return { most: 0, atMs: Math.min(untilMs, probeMs) }
  }

  return {
    get trouble() {
      return trouble
    },
    get isHeld() {
      return state.is === 'held'
    },
    get isUnsuited() {
      return isUnsuited
    },
    allows,
    trying() {
      if (state.is === 'held') state = { ...state, fromMs: now(), probeMs: now() + PROBE_MS }
    },
    pass() {
      const wasHeld = state.is === 'held'
      state = { is: 'closed', most: state.is === 'held' ? 1 : Math.min(state.most + 1, concurrency) }
      trouble = undefined
      minded.clear()
      if (wasHeld) kept?.write(isUnsuited ? { isUnsuited } : undefined)
      return wasHeld
    },
    mind(reason, customer) {
      if (minded.size < MINDED_TO_TELL) minded.add(customer)
      if (minded.size === MINDED_TO_TELL && state.is === 'closed') trouble = reason
    },
    hold,
    doubtQuestion() {
      isUnsuited = true
    },
  }
}

const toHeld = ({ reason, untilMs }: { reason: Trouble; untilMs: number }): State => ({
  is: 'held',
  ...{ reason, untilMs, times: 0, fromMs: Number.NEGATIVE_INFINITY, probeMs: untilMs },
})
