/**
 * Lists that the API does not know: two customers in a row were told so, and none was taken. One question a minute is asked,
 * with another customer's sign-up; the others wait in the queue.
 */
import { LIST_QUESTION_MS } from '../queue/rules.js'

/** One event never speaks for its list. */
const CUSTOMERS_TO_TELL = 2

export interface UnknownLists {
  /** Whether a sign-up may ask now; if so, it is the question of this minute. */
  mayAsk(list: string): boolean
  missed(list: string, customer: string): void
  /** @returns whether it was unknown */
  taken(list: string): boolean
}

export function createUnknownLists(now: () => number): UnknownLists {
  const missed = new Map<string, { customers: Set<string>; askedMs: number }>()
  return {
    mayAsk(list) {
      const known = missed.get(list)
      if (!known || known.customers.size < CUSTOMERS_TO_TELL) return true
      const waitedMs = now() - known.askedMs
      if (waitedMs >= 0 && waitedMs < LIST_QUESTION_MS) return false
      known.askedMs = now()
      return true
    },
    missed(list, customer) {
      const customers = missed.get(list)?.customers ?? new Set()
      if (customers.size < CUSTOMERS_TO_TELL) customers.add(customer)
      missed.set(list, { customers, askedMs: now() })
    },
    taken(list) {
      const known = missed.get(list)
      missed.delete(list)
      return known !== undefined && known.customers.size >= CUSTOMERS_TO_TELL
    },
  }
}
