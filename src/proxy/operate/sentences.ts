/** Sentences about events, for the commands and the operator's page. They contain no personal data. */
import { toProblemText } from '../../normalise/problems.js'
import type { Listed, Reason, Sent } from '../queue/index.js'
import { toAge, toTime } from './words.js'

/** The sentence of each reason. The compiler checks that none is missing. */
export const REASONS: Record<Reason, string> = {
  unreachable: 'The API did not answer, or broke off its answer.',
  busy: 'The API asked to retry later, or has failed.',
  credentials: 'The API refuses the key, or a firewall before it blocks this event.',
  address: 'Is RINGUP_API_URL right? Another server answers there, or something before the API blocks this event.',
  no_session: 'The API has no session of this customer that the order could convert.',
  unknown_list: 'The API has no list of the id that RINGUP_LISTS names.',
  refused: 'The API refused it for good.',
  none_taken: 'The API refuses one order after another. It is tried again.',
  overtaken: 'A later order of this customer was delivered: this one would convert the later one’s session.',
  expired: 'It is too old for the session it belongs to: over 72 h for an order, 7 days for a sign-up.',
  limited:
    'More events of this e-mail came from one network in a day than RINGUP_DAILY_CONVERSIONS or RINGUP_DAILY_SIGN_UPS allows. Replay sends it all the same.',
  crowded: 'Too many unsigned detached events waited, so this one is not tried again. Replay sends it all the same.',
  stale: 'A newer sign-up has set all its fields.',
  unreadable: 'No key of RINGUP_KEY opens the record. The event waits until one does.',
  no_email: 'The page had it, without an e-mail address.',
  no_order: 'The page reported an order event without an order.',
  no_order_number: 'The page had it, without an order number.',
}

export const isReason = (text: string | undefined): text is Reason => text !== undefined && Object.hasOwn(REASONS, text)

/** "in 9 minutes", "due", or "behind 1a2b3c4d": the start of the id of the event that is sent first. */
export function toNextTry({ behind, nextMs }: Listed, nowMs: number): string {
  if (behind !== undefined) return `behind ${behind.slice(0, 8)}`
  const waitMs = (nextMs ?? nowMs) - nowMs
  return waitMs < 1_000 ? 'due' : `in ${toAge(waitMs)}`
}

/** Says why an event waits, and until when. */
export function toWaiting({ behind, reason, status, nextMs }: Listed, nowMs: number): string {
  const isDue = nextMs === undefined || nextMs <= nowMs
  if (behind !== undefined) {
    const next = isDue ? 'which is due' : `whose next try is ${toTime(nextMs)}`
    return `It waits behind event ${behind}, of the same customer, ${next}.`
  }
  const next = isDue ? 'It is due, and is sent as soon as the API takes events.' : `The next try is ${toTime(nextMs)}.`
  return reason ? `${withStatus(REASONS[reason], status)} ${next}` : next
}

/** Says why an event is a dead letter. */
function toDeath({ reason, status, diedMs }: Listed): string {
  const why = reason ? withStatus(REASONS[reason], status) : ''
  return `${why}${diedMs === undefined ? '' : ` Dead letter since ${toTime(diedMs)}.`}`
}

/** "It failed." and 503: "It failed (503)." */
export const withStatus = (sentence: string, status?: number) =>
  status === undefined ? sentence : sentence.replace(/\.$/, ` (${status}).`)

/** Says why the event is here. */
export function toWhy(event: Listed, nowMs: number): string {
  if (event.state === 'waiting') return toWaiting(event, nowMs)
  return event.state === 'dead' ? toDeath(event) : toAnswer(event, nowMs)
}

/** Says what became of an event, as the answer to "where is order 1001?" */
export function toAnswer(event: Listed, nowMs = Date.now()): string {
  const { state, receivedMs, endedMs = receivedMs, reason, status } = event
  const taken = `Taken ${toTime(receivedMs)}`
  const unread = toUnread(event.problems)
  switch (state) {
    case 'waiting':
      return `${taken}, waiting. ${toWaiting(event, nowMs)}${unread}`
    case 'dead':
      return `${taken}, not delivered. ${toDeath(event)}${unread}`
    case 'delivered':
      return withStatus(`${taken}, delivered ${toTime(endedMs)}.`, status) + unread
    case 'duplicate':
      return `${taken}: it repeats an order or sign-up that was taken before or after.`
    case 'refused':
      return `Refused ${toTime(receivedMs)}. ${reason ? REASONS[reason] : ''}${reason === 'no_email' ? COMPLETE : ''}${unread}`
    case 'deleted':
      return `${taken}, deleted ${toTime(endedMs)}: by an operator, as one dead letter too many, or because it came too late.`
  }
}

const COMPLETE = ' ringup reconcile FILE --complete sends it with the number and address of the shop’s book.'

/** The fields that could not be read. The event is sent without them. */
function toUnread(problems: Listed['problems'] = []): string {
  const each = problems.map(({ field, code }) => `${field}: ${toProblemText(code)?.sentence ?? `${code}.`}`)
  return each.length === 0 ? '' : ` Part of it could not be read. ${each.join(' ')}`
}

/** Said if the ledger has no row of an order. */
export const NEVER_SEEN =
  'It never came here in the last 180 days, or it was deleted. It may still be in the shopper’s browser: see the panel on the thank-you page.'

/** Said if an order of this number is under another address. */
export const OTHER_EMAIL =
  'No order with this number came under this e-mail address. One came under another: search without the address.'

export const NO_SUCH_ID = 'No event with this id came here, or its row was deleted: after 7 to 180 days.'

const SENT = {
  due: 'The proxy sends it within seconds; while the API is paused, as soon as the pause is over.',
  dead: 'It is a dead letter: replay sends it again.',
  unknown: 'The queue has no such event.',
}

export const toSent = (sent: Sent): string =>
  sent.as === 'behind'
    ? `It waits behind event ${sent.id}, of the same customer, which is sent within seconds.`
    : SENT[sent.as]
