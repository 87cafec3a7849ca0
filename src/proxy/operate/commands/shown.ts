/** What the operator sees of an event: without customers' data, unless it is asked for. */
import { toMaskedEmail } from '../../../contract/masked-email.js'
import type { Listed, Reason } from '../../queue/index.js'
import { toMaskedBody } from './mask.js'

/** Every reason there is, and what the operator reads of it. The compiler misses one that is new. */
export const REASONS: Record<Reason, string> = {
  unreachable: 'no answer, or half of one',
  busy: 'the API asked to come again',
  credentials: 'the API refused the key',
  address: 'the API is not at RINGUP_API_URL',
  no_session: 'the customer had no session',
  unknown_list: 'the API has no list of this id',
  refused: 'the API will never take it',
  expired: 'too old to hit the right session',
  limited: 'more of one e-mail in a day than a customer does',
  stale: 'a newer sign-up has said it all',
  unreadable: 'no key opens the record, or it is damaged',
}

/** One of many. */
export function toSummary(event: Listed, nowMs: number) {
  const { body, occurredMs, receivedMs, ...rest } = event
  const email = body ? toMaskedEmail(body.email) : null
  return { ...rest, ageMs: nowMs - occurredMs, ...toTimes(event), email }
}

/** One alone, `reveal`: with customers' data. The body is null when it cannot be read. */
export function toDetail(event: Listed, reveal = false) {
  const { body, occurredMs, receivedMs, ...rest } = event
  const means = rest.reason && { means: REASONS[rest.reason] }
  return { ...rest, ...means, ...toTimes(event), body: reveal ? (body ?? null) : toMaskedBody(event) }
}

const toTimes = ({ occurredMs, receivedMs }: Listed) => ({
  occurred: new Date(occurredMs).toISOString(),
  received: new Date(receivedMs).toISOString(),
})
