/** What operators read of events, in commands and on their page: sentences, made in one place. No personal data in them. */
import { toProblemText } from '../../normalise/problems.js'
import type { Listed, Reason, Sent, Trace } from '../queue/index.js'
import { toAge, toTime } from './words.js'

/** Every reason there is, and what the operator reads of it. The compiler misses one that is new. */
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
    'More events of this e-mail came in a day than RINGUP_DAILY_CONVERSIONS or RINGUP_DAILY_SIGN_UPS allows. Replay sends it all the same.',
  stale: 'A newer sign-up has set all its fields.',
  unreadable: 'No key of RINGUP_KEY opens the record, or it is damaged.',
}

export const isReason = (text: string | undefined): text is Reason => text !== undefined && Object.hasOwn(REASONS, text)

/** "in 9 minutes", "due", or "behind 1a2b3c4d": the beginning of the id of the event that goes first. */
export function toNextTry({ behind, nextMs }: Listed, nowMs: number): string {
  if (behind !== undefined) return `behind ${behind.slice(0, 8)}`
  const waitMs = (nextMs ?? nowMs) - nowMs
  return waitMs < 1_000 ? 'due' : `in ${toAge(waitMs)}`
}

/** Why it waits, and until when. */
export function toWaiting({ behind, reason, status, nextMs }: Listed, nowMs: number): string {
  const isDue = nextMs === undefined || nextMs <= nowMs
  if (behind !== undefined) {
    const next = isDue ? 'which is due' : `whose next try is ${toTime(nextMs)}`
    return `It waits behind event ${behind}, of the same customer, ${next}.`
  }
  const next = isDue ? 'It is due, and goes as soon as the API takes events.' : `The next try is ${toTime(nextMs)}.`
  return reason ? `${withStatus(REASONS[reason], status)} ${next}` : next
}

/** Why it is dead. */
function toDeath({ reason, status, diedMs }: Listed): string {
  const why = reason ? withStatus(REASONS[reason], status) : ''
  return `${why}${diedMs === undefined ? '' : ` Dead letter since ${toTime(diedMs)}.`}`
}

/** "It failed." and 503: "It failed (503)." */
export const withStatus = (sentence: string, status?: number) =>
  status === undefined ? sentence : sentence.replace(/\.$/, ` (${status}).`)

/** Why it is here. */
export const toWhy = (event: Listed, nowMs: number) =>
  event.state === 'dead' ? toDeath(event) : toWaiting(event, nowMs)

/** What became of an event, as the answer to "where is order 1001?" */
export function toAnswer(trace: Trace, nowMs = Date.now()): string {
  switch (trace.state) {
    case 'waiting':
      return `Taken ${toTime(trace.event.receivedMs)}, waiting. ${toWaiting(trace.event, nowMs)}${toUnread(trace.event.problems)}`
    case 'dead':
      return `Taken ${toTime(trace.event.receivedMs)}, not delivered. ${toDeath(trace.event)}${toUnread(trace.event.problems)}`
    case 'delivered': {
      const when = trace.atMs === undefined ? ' (the time is kept for a week)' : ` ${toTime(trace.atMs)}`
      const delivered = withStatus(`Taken ${toTime(trace.takenMs)}, delivered${when}.`, trace.status)
      // The fields are not kept after delivery, only the codes.
      return trace.problems?.length
        ? `${delivered} Part of it could not be read (${trace.problems.join(', ')}).`
        : delivered
    }
    case 'duplicate':
      return `Taken ${toTime(trace.takenMs)}: it repeats an order or sign-up that was taken before.`
    case 'deleted':
      return `Taken ${toTime(trace.takenMs)}, deleted ${toTime(trace.atMs)}: by an operator, as a dead letter too old or too many, or because it came too late.`
  }
}

/** Says what could not be read of an event, which goes without. */
function toUnread(problems: Listed['problems'] = []): string {
  const each = problems.map(({ field, code }) => `${field}: ${toProblemText(code)?.sentence ?? `${code}.`}`)
  return each.length === 0 ? '' : ` Part of it could not be read. ${each.join(' ')}`
}

/** What an operator can look at when nothing is known. */
export const NEVER_SEEN =
  'It never came here in the last 180 days, or it was deleted. It may still be in the shopper’s browser: see the panel on the thank-you page.'

/** An order of this number is known, of somebody else. */
export const OTHER_EMAIL =
  'No order with this number came under this e-mail address. One came under another: search without the address.'

export const NO_SUCH_ID = 'No event with this id came here in the last 7 days.'

const SENT = {
  due: 'The proxy sends it within seconds; while the API is paused, as soon as the pause is over.',
  dead: 'It is a dead letter: replay sends it again.',
  unknown: 'The queue has no such event.',
}

export const toSent = (sent: Sent): string =>
  sent.as === 'behind'
    ? `It waits behind event ${sent.id}, of the same customer, which is sent within seconds.`
    : SENT[sent.as]
