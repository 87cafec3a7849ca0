/**
 * Tells from the latest answers whether the API is away: five failures in sequence, of at least two customers. Then one
 * event is tried at a time, with growing waits. Calm events have waits of their own, so that a stranger's events do not
 * use them up.
 */
import { HOUR_MS } from '../duration.js'
import type { Trouble } from '../queue/index.js'

const FAILURES = 5
const CUSTOMERS = 2
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = { calm: 15_000, any: 30_000 }
type Turn = keyof typeof LONGEST_WAIT_MS

interface State {
  reason: Trouble
  /** The wait for the next try of a calm event, and of any event, and since when. */
  waits: Record<Turn, { waitMs: number; fromMs: number }>
}

export function createAway(now: () => number) {
  let failures = 0
  let customers = new Set<string>()
  let state: State | undefined
  /** The latest deliveries of two customers, the latest first. */
  let deliveries: { customer: string; atMs: number }[] = []

  function end() {
    failures = 0
    customers = new Set()
    state = undefined
  }

  return {
    /** The reason why the API is away. Undefined if it is not. */
    get reason() {
      return state?.reason
    },
    /** @returns true if the API is away from now on */
    fail(customer: string, reason: Trouble): boolean {
      failures += 1
      if (customers.size < CUSTOMERS) customers.add(customer)
      if (state) state.reason = reason
      if (state || failures < FAILURES || customers.size < CUSTOMERS) return false
      const wait = { waitMs: FIRST_WAIT_MS, fromMs: now() }
      state = { reason, waits: { calm: wait, any: wait } }
      return true
    },
    deliver(customer: string) {
      end()
      deliveries = [{ customer, atMs: now() }, ...deliveries.filter((other) => other.customer !== customer)].slice(0, 2)
    },
    /** Ends the state, because no event waits. */
    end,
    /** The time until the next try. */
    nextInMs(turn: Turn): number {
      if (!state) return 0
      const { waitMs, fromMs } = state.waits[turn]
      return now() < fromMs ? 0 : Math.max(fromMs + waitMs - now(), 0) // 0 if the clock was set back
    },
    /** Plans the try after this one. */
    onTry(turn: Turn) {
      if (!state) return
      const waitMs = Math.min(state.waits[turn].waitMs * 2, LONGEST_WAIT_MS[turn])
      state.waits[turn] = { waitMs, fromMs: now() }
    },
    /** Returns true if an event of another customer was delivered within the hour. */
    hasDeliveredAnother: (customer: string) =>
      deliveries.some((other) => other.customer !== customer && now() - other.atMs <= HOUR_MS),
  }
}
