/** Says where a test order is. */
import { type Finding, ok, problem } from '../../../../contract/finding.js'
import type { Trace } from '../../../queue/index.js'
import { toWaiting } from '../../sentences.js'

/** @returns undefined if the order waits and was not tried yet */
export function judgeTrace(trace: Trace | undefined): Finding | undefined {
  if (trace?.state === 'delivered')
    return ok(
      `The test order reached the API.${toStatus(trace.status)} The order has no customer, so nothing was converted.`,
    )
  if (trace?.state !== 'waiting') return trace && problem(STAYS)
  if (trace.reason === undefined) return undefined
  return problem(`The test order stopped before the API. ${toWaiting(trace, Date.now())}`)
}

const toStatus = (status: number | undefined): string => (status === undefined ? '' : ` The API answered ${status}.`)

export const STAYS = 'The test order stopped in the queue and was not sent to the API. See the proxy’s log and /health.'
