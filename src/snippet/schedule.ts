/** When to try again. */
import { PARKED } from './transport.js'

/** One page tries an event ten times where somebody answers, three times where nobody does. */
const MAX_ANSWERED = 10
const MAX_UNANSWERED = 3

/** Whether this page tries again. Who is busy, and who is offline, does not count. */
export function hasAttempts(attempts: number, http: number | undefined): boolean {
  return (
    http === 429 || !navigator.onLine || (attempts < (http ? MAX_ANSWERED : MAX_UNANSWERED) && !PARKED.test(`${http}`))
  )
}

/** What the proxy asks for, 1 s to 1 h; else full jitter, from 1 s doubling to 60 s. */
export function toWaitMs(attempts: number, headers?: Headers): number {
  const seconds = Math.max(1, Number.parseInt(`${headers?.get('Retry-After')}`))
  return 1e3 * Math.min(3600, seconds || Math.random() * Math.min(60, 2 ** attempts))
}
