/**
 * Whether the API is asked at all, by how many requests at once, and with whose events.
 *
 * Closed, it lets several through. Open, nothing but one probe at a time, so that an API in trouble is left in peace and
 * its return is noticed by one event instead of by each event's own backoff. After the probe it ramps up from one.
 *
 * An answer that says "wrong key" or "wrong address" may be about one event: anybody can send one that a firewall before the
 * API minds. Then it is asking: an event of another customer goes next. When the API takes that, it was the event; when
 * not, everything is held.
 */
import type { Event } from '../../contract/event.js'
import type { Claiming, Reason } from '../queue/index.js'
import { MISCONFIGURED_MS } from './policy.js'

/**
 * How long everything is held when key or address seem wrong, each time in a row. Two strangers' events are enough to make it
 * seem so, and the next one that is taken shows that it is not: short at first, or they could hold all orders for a minute.
 */
const DOUBT_WAITS_MS = [1_000, 5_000, 15_000, MISCONFIGURED_MS]

const MAX_AT_ONCE = 4
const FAILURES_TO_OPEN = 5
/** Short, because a probe costs little and every waiting order depends on it. */
export const PROBE_MS = 5_000
/** One event that the API is always too busy for says nothing of the API. */
const BUSY_TO_TELL = 2

export type Trouble = Extract<Reason, 'unreachable' | 'busy' | 'credentials' | 'address'>
type Doubt = Extract<Trouble, 'credentials' | 'address'>

type State =
  | { is: 'closed'; most: number }
  | { is: 'asking'; reason: Doubt; kind: Event['kind']; suspects: Set<string> }
  | { is: 'open'; reason: Trouble; fromMs: number; untilMs: number; last?: { customer: string; kind: Event['kind'] } }

/** What may be asked now. */
interface Allowed {
  /** Requests under way. */
  most: number
  /** With which events; where there is none of these, with any. */
  which?: Claiming
  /** When there may be more. */
  atMs?: number
}

interface Doubted {
  customer: string
  kind: Event['kind']
  /** The API has minded it before, while it took others. */
  misses: number
  /** It was sent as `which` says. */
  isQuestion: boolean
  /** When it was sent before. */
  beforeMs: number
}

export interface Breaker {
  /** What is wrong with the API, as far as is known. */
  readonly trouble: Trouble | undefined
  /** The API's latest answer was a whole one: whatever goes wrong next goes wrong with one event, as far as is known. */
  readonly isWell: boolean
  /** Nothing but probes goes. */
  readonly isOpen: boolean
  allows(): Allowed
  /** The API gave an answer that says nothing against asking on. */
  pass(): void
  /** The API asked to come again, of itself or after a while. */
  busy(waitMs?: number): void
  /** No answer, or half of one. */
  fail(): void
  /** The API, or something before it, answers as if key or address were wrong. @returns whether it is this event alone */
  doubt(reason: Doubt, event: Doubted): 'alone' | 'asking' | 'held'
}

/** Until when the API is left alone, and why. */
export interface Pause {
  reason: Trouble
  untilMs: number
}

/** Keeps a pause where the process that knows of it may end at any time. */
export interface KeptPause {
  read(): Pause | undefined
  write(pause: Pause | undefined): void
}

interface Options {
  now: () => number
  /** Requests at once. */
  concurrency?: number
  kept?: KeptPause | undefined
}

export function createBreaker({ now, concurrency = MAX_AT_ONCE, kept }: Options): Breaker {
  const before = kept?.read()
  let state: State = before
    ? { is: 'open', fromMs: Number.NEGATIVE_INFINITY, ...before }
    : { is: 'closed', most: concurrency }
  let trouble: Trouble | undefined = before?.reason
  let isWell = false
  let passedMs = Number.NEGATIVE_INFINITY
  let failures = 0
  let busyInRow = 0
  let heldInRow = 0

  /** A pause that has not begun yet is over: the clock was set back, and nothing would be sent until it had caught up. */
  const isPaused = () => state.is === 'open' && now() >= state.fromMs && now() < state.untilMs

  function open(reason: Trouble, waitMs: number, last?: { customer: string; kind: Event['kind'] }) {
    const untilMs = now() + waitMs
    if (state.is === 'open' && isPaused() && untilMs < state.untilMs) return // of several waits the longest holds
    state = { is: 'open', reason, fromMs: now(), untilMs, ...(last && { last }) }
    trouble = reason
    kept?.write({ reason, untilMs })
  }

  function hold(reason: Doubt, last: { customer: string; kind: Event['kind'] }) {
    open(reason, DOUBT_WAITS_MS[heldInRow] ?? MISCONFIGURED_MS, last)
    heldInRow += 1
  }

  function close(most: number) {
    if (state.is === 'open') kept?.write(undefined)
    state = { is: 'closed', most }
    failures = 0
  }

  /**
   * What is asked before a pause and answered in it says nothing of what the pause waits for; but one event that is taken
   * shows that key and address are right.
   */
  const saysNothing = () => isPaused() && state.is === 'open' && !isDoubt(state.reason)

  return {
    get trouble() {
      return trouble
    },
    get isWell() {
      return isWell
    },
    get isOpen() {
      return state.is === 'open'
    },
    allows() {
      if (state.is === 'closed') return { most: state.most }
      if (state.is === 'asking')
        return { most: 1, which: { notOf: [...state.suspects], asQuestion: { notKind: state.kind } } }
      if (isPaused()) return { most: 0, atMs: state.untilMs }
      if (!isDoubt(state.reason)) return { most: 1 }
      const { last } = state
      return { most: 1, which: { asQuestion: last ? { notKind: last.kind } : {}, notOf: last ? [last.customer] : [] } }
    },
    pass() {
      if (saysNothing()) return
      close(state.is === 'open' ? 1 : state.is === 'asking' ? concurrency : Math.min(state.most + 1, concurrency))
      trouble = undefined
      isWell = true
      busyInRow = 0
      heldInRow = 0
      passedMs = now()
    },
    busy(waitMs) {
      busyInRow += 1
      if (waitMs !== undefined) return open('busy', waitMs)
      if (saysNothing()) return
      isWell = true
      if (state.is === 'open') {
        trouble = 'busy'
        close(1)
      }
      failures = 0
      if (busyInRow >= BUSY_TO_TELL && state.is === 'closed') trouble = 'busy'
    },
    fail() {
      if (isPaused()) return
      isWell = false
      failures += 1
      if (state.is === 'open' || failures >= FAILURES_TO_OPEN) open('unreachable', PROBE_MS)
    },
    doubt(reason, { customer, kind, misses, isQuestion, beforeMs }) {
      if (state.is === 'open') {
        if (!isPaused() || isDoubt(state.reason)) hold(reason, { customer, kind })
        return 'held'
      }
      if (state.is === 'asking') {
        state.suspects.add(customer)
        if (isQuestion) hold(reason, { customer, kind })
        return isQuestion ? 'held' : 'asking'
      }
      // Known for it, and others have got through since: no news of the API.
      if (misses > 0 && passedMs > beforeMs) return 'alone'
      state = { is: 'asking', reason, kind, suspects: new Set([customer]) }
      trouble = reason
      return misses === 0 ? 'alone' : 'asking'
    },
  }
}

const isDoubt = (reason: Trouble) => reason === 'credentials' || reason === 'address'
