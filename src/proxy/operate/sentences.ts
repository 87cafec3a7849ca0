/** Sentences about events, for the commands and the operator's page. They contain no personal data. */
import { toProblemText } from '../../normalise/problems.js'
import type { Entry, Reason, SendResult, Trace } from '../queue/index.js'
import { toAge, toNumber, toTime } from './words.js'

/** The sentence of each reason. The compiler checks that none is missing. */
export const REASONS: Record<Reason, string> = {
  unreachable: 'The API did not answer, or has failed.',
  busy: 'The API asked to retry later.',
  credentials: 'The API refuses the key, or a firewall before it blocks this event.',
  address: 'Is RINGUP_API_URL right? Another server answers there, or something before the API blocks this event.',
  no_session: 'The API has no session of this customer that the order could convert.',
  unknown_list: 'The API has no list of the id that RINGUP_LISTS names.',
  refused: 'The API does not accept the content of the event.',
  overtaken: 'A later event of this customer was delivered. This one would overwrite its cart or fields.',
  expired: 'It is too old for the session it belongs to: over 72 h for an order, 7 days for a sign-up.',
  unreadable: 'No key of RINGUP_KEY opens the record. The event waits until one does.',
  no_email: 'The page had it, without an e-mail address.',
  no_order: 'The page reported an order event without an order.',
  no_order_number: 'The page had it, without an order number.',
  not_current: 'The order was cancelled, returned or refunded, or is older than 72 hours.',
}

export const isReason = (text: string | undefined): text is Reason => text !== undefined && Object.hasOwn(REASONS, text)

/** "in 9 minutes", or "due". */
export function toNextTry({ nextMs }: Entry, nowMs: number): string {
  const waitMs = (nextMs ?? nowMs) - nowMs
  return waitMs < 1_000 ? 'due' : `in ${toAge(waitMs)}`
}

/** Says why an event waits, and until when. */
export function toWaiting({ reason, status, nextMs }: Entry, nowMs: number): string {
  const isDue = nextMs === undefined || nextMs <= nowMs
  const next = isDue ? 'It is due, and is sent as soon as the API takes events.' : `The next try is ${toTime(nextMs)}.`
  return reason ? `${withStatus(REASONS[reason], status)} ${next}` : next
}

/** Says why an event is a dead letter. */
function toDeath({ reason, status, deathMs }: Entry): string {
  const why = reason ? withStatus(REASONS[reason], status) : ''
  return `${why}${deathMs === undefined ? '' : ` Dead letter since ${toTime(deathMs)}.`}`
}

/** "It failed." and 503: "It failed (503)." */
export const withStatus = (sentence: string, status?: number) =>
  status === undefined ? sentence : sentence.replace(/\.$/, ` (${status}).`)

/** Says why the event is here. */
export function toWhy(event: Entry, nowMs: number): string {
  if (event.state === 'waiting') return toWaiting(event, nowMs)
  return event.state === 'dead' ? toDeath(event) : toAnswer(event, nowMs)
}

/** Says what became of an event, as the answer to "where is order 1001?" */
export function toAnswer(event: Trace, nowMs = Date.now()): string {
  const { state, receivedMs, endMs = receivedMs, reason, status, reports = 1 } = event
  const taken = `Taken ${toTime(receivedMs)}`
  const unread = toUnread(event.problems)
  switch (state) {
    case 'waiting':
      return `${taken}, waiting. ${toWaiting(event, nowMs)}${unread}`
    case 'dead':
      return `${taken}, not delivered. ${toDeath(event)}${unread}`
    case 'delivered':
      return withStatus(`${taken}, delivered ${toTime(endMs)}.`, status) + unread
    case 'refused':
      return `${reports > 1 ? `${toNumber(reports)} reports refused, the latest` : 'Refused'} ${toTime(receivedMs)}. ${reason ? REASONS[reason] : ''}${unread}`
  }
}

/** The fields that could not be read. The event is sent without them. */
function toUnread(problems: Entry['problems'] = []): string {
  const each = problems.map(({ field, code }) => `${field}: ${toProblemText(code)?.sentence ?? `${code}.`}`)
  return each.length === 0 ? '' : ` Part of it could not be read. ${each.join(' ')}`
}

/** Raw if the ledger has no row of an order. */
export const NEVER_SEEN =
  'It never came here in the last 180 days, or it was deleted. It may still be in the shopper’s browser: see the panel on the thank-you page. Or its request was refused: the operator’s page counts these.'

/** Raw if an order of this number is under another address. */
export const OTHER_EMAIL =
  'No order with this number came under this e-mail address. One came under another: search without the address.'

export const NO_SUCH_ID =
  'No event with this id came here, or it was a duplicate, or its row was deleted: after 14 to 180 days.'

const SENT = {
  due: 'The proxy sends it within seconds, or when the API is back.',
  dead: 'It is a dead letter: replay sends it again.',
  unknown: 'The queue has no such event.',
}

export const toSent = (result: SendResult): string => SENT[result]
