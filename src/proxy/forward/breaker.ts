/**
 * Whether events go to the API at all, and how many at once.
 *
 * Closed, several go. When the neutral question says that the API is away, everything is held: only the question goes, again
 * after 1, 5 and 15 s and then each minute, and when it is answered all that waits goes on, from one at a time to four. Each
 * minute one event goes too, and one with each question until it is known to suit this API. Where events are delivered though it
 * fails, it does not suit, and nothing is held until it is answered: nobody could tell an API that is away from an event that
 * something before it minds.
 */
import type { Trouble } from './neutral-question.js'
import { HELD_WAITS_MS, PROBE_MS } from './policy.js'

const MAX_AT_ONCE = 4
/** Customers in a row whose events for one target wait alone, and none was taken: it may be the key, whatever the question says. */
const MINDED_TO_TELL = 3

export type Trial = 'question' | 'event'

/** What may be asked now. */
interface Allowed {
  /** Events under way. */
  most: number
  /** What is to be tried while everything is held, if it is time. */
  trial?: Trial
  /** When there may be more. */
  atMs?: number
}

/** Whether an API that takes events answers the neutral question too. */
type Suits = 'untried' | 'suits' | 'unsuited'

/** What is to be known again where the process may end at any time. */
export interface Pause {
  /** The API is left alone until then, and why. */
  held?: { reason: Trouble; untilMs: number }
  question: Suits
}

/** Keeps a pause. */
export interface KeptPause {
  read(): Pause | undefined
  write(pause: Pause): void
}

export interface Breaker {
  /** Why everything is held. */
  readonly held: Trouble | undefined
  /** The API is not held, and has taken none of several customers' last orders, or sign-ups of a list. */
  readonly takesNone: boolean
  readonly question: Suits
  allows(): Allowed
  /** What is to be tried goes now. */
  trying(): void
  /** An event is to be tried as soon as may be. */
  tryEvent(): void
  /** The API is there. @returns whether everything was held */
  pass(): boolean
  /** An event of this customer waits alone, though the API is there. @param target where it goes: orders, or a list */
  mind(target: string, customer: string): void
  /** The API has read an event that goes there. */
  read(target: string): void
  /** The API is away. */
  hold(reason: Trouble, waitMs?: number): void
  /** What is known of the question from now on. */
  know(question: Exclude<Suits, 'untried'>): void
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
  let question: Suits = before?.question ?? 'untried'
  let state: State = before?.held ? toHeld(before.held) : { is: 'closed', most: concurrency }
  /** The customers whose latest events wait alone, by where they go. */
  const minded = new Map<string, Set<string>>()

  function keep() {
    const held = state.is === 'held' && { held: { reason: state.reason, untilMs: state.untilMs } }
    kept?.write({ ...held, question })
  }

  function hold(reason: Trouble, waitMs?: number) {
    const times = state.is === 'held' ? state.times + 1 : 0
    const untilMs = now() + (waitMs ?? HELD_WAITS_MS[times] ?? PROBE_MS)
    const probeMs = state.is === 'held' ? state.probeMs : now() + PROBE_MS
    state = { is: 'held', reason, times, fromMs: now(), untilMs, probeMs }
    keep()
  }

  function allows(): Allowed {
    if (state.is === 'closed') return { most: state.most }
    const { fromMs, untilMs, probeMs } = state
    // A pause that has not begun yet is over: the clock was set back, and nothing would be sent until it had caught up.
    const isOver = (atMs: number) => now() >= atMs || now() < fromMs
    if (isOver(untilMs)) return { most: 0, trial: 'question' }
    if (isOver(probeMs)) return { most: 0, trial: 'event' }
    return { most: 0, atMs: Math.min(untilMs, probeMs) }
  }

  return {
    get held() {
      return state.is === 'held' ? state.reason : undefined
    },
    get takesNone() {
      return state.is === 'closed' && [...minded.values()].some(({ size }) => size === MINDED_TO_TELL)
    },
    get question() {
      return question
    },
    allows,
    trying() {
      if (state.is === 'held') state = { ...state, fromMs: now(), probeMs: now() + PROBE_MS }
    },
    tryEvent() {
      if (state.is === 'held') state = { ...state, probeMs: Math.min(state.probeMs, now()) }
    },
    pass() {
      const wasHeld = state.is === 'held'
      state = { is: 'closed', most: state.is === 'held' ? 1 : Math.min(state.most + 1, concurrency) }
      if (wasHeld) keep()
      return wasHeld
    },
    mind(target, customer) {
      const customers = minded.get(target) ?? new Set()
      if (customers.size < MINDED_TO_TELL) customers.add(customer)
      minded.set(target, customers)
    },
    read: (target) => void minded.delete(target),
    hold,
    know(known) {
      if (question === known) return
      question = known
      keep()
    },
  }
}

const toHeld = ({ reason, untilMs }: { reason: Trouble; untilMs: number }): State => ({
  is: 'held',
  ...{ reason, untilMs, times: 0, fromMs: Number.NEGATIVE_INFINITY, probeMs: untilMs },
})
