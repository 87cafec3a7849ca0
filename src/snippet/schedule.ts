/** When to try again. */
import type { Answer } from './transport.js'

/** One page tries an event ten times where somebody answers, three times where nobody does. */
const MAX_ANSWERED = 10
const MAX_UNANSWERED = 3

/**
 * Calls back when this page is to try again, if it is. Who is busy does not count.
 *
 * @param wait what the proxy has asked for, in seconds
 */
export function tryAgain(
  event: { attempts: number },
  status: Answer['status'],
  wait: Answer['wait'],
  callback: () => void,
): void {
  if (
    status === 429 ||
    // A bad deploy must not lose a day's orders, nor be asked again and again: 0 is a redirect, which is not followed.
    (event.attempts < (status ? MAX_ANSWERED : MAX_UNANSWERED) &&
      !/^[03]|40[1345]|50[15]|511/.test(status as unknown as string))
  )
    // What the proxy asks for, 1 s to 1 h; else full jitter, from 1 s doubling to 60 s.
    setTimeout(
      callback,
      1e3 * Math.min(3600, Math.max(1, parseInt(wait as string)) || Math.random() * Math.min(60, 2 ** event.attempts)),
    )
}
