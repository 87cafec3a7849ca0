/** When to try again. */
import type { Waiting } from './outbox.js'
import type { Delivery } from './transport.js'

/** A bad deploy must not lose a day's orders, nor be asked again and again: 0 is a redirect, which is not followed. */
const PARKED = /^(0|3..|40[1345]|50[15]|511)$/

/** One page tries an event ten times where somebody answers, three times where nobody does. */
const BUDGET = 30
const COST_ANSWERED = 3
const COST_UNANSWERED = 10

/** Milliseconds until the event may be sent again; NaN when that is for the next page. */
export function toWaitMs(event: Waiting, { http, retryAfter }: Delivery): number {
  if (http !== 429 && navigator.onLine) event.spent += http === undefined ? COST_UNANSWERED : COST_ANSWERED
  if (PARKED.test(`${http}`) || event.spent >= BUDGET) return NaN
  // Seconds or a date; `Date.parse` alone would take digits for a year.
  const asked = 1e3 * Number(retryAfter) || Date.parse(`${retryAfter}`) - Date.now()
  return Math.min(Math.max(asked, 1e3), 36e5) || Math.random() * Math.min(1e3 * 2 ** event.attempts, 6e4)
}
