/** Sentences about events, for the commands and the operator's page. They contain no personal data. */
import { toProblemText } from '../../normalise/problem-texts.js'
import type { Entry, Reason, RefusedReason, SendResult, Trace } from '../queue/index.js'
import { toAge, toCount, toNumber, toSum, toTime } from './words.js'

/** The reasons of refused reports. */
const REPORTS: Record<RefusedReason, string> = {
  no_email: 'The page gave no e-mail address.',
  no_order: 'The page reported an order event without an order.',
  no_order_number: 'The page gave no order number.',
  not_current: 'The order was cancelled, returned or refunded, or is older than 72 hours.',
}

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
  ...REPORTS,
}

/** The operator's action for an event with this reason. */
const TODO: Record<Reason, string> = {
  unreachable: 'No action. The proxy sends it when the API is back.',
  busy: 'No action. The proxy sends it when the API is back.',
  credentials: 'Replace RINGUP_API_AUTHORIZATION, and restart the proxy.',
  address: 'Correct RINGUP_API_URL, and restart the proxy: ringup check says whether it is right.',
  no_session: 'See whether the shop still begins a session at the API before an order is placed.',
  unknown_list: 'Correct the id in RINGUP_LISTS, and restart the proxy.',
  refused: 'Correct the field that the API’s answer names, in the shop or in its settings. Then replay the event.',
  overtaken: 'No action. Replay would overwrite the later event’s cart or fields.',
  expired: 'Replay sends it whatever its age.',
  unreadable: 'Add the key that it was written with to RINGUP_KEY, after a comma, and restart the proxy.',
  no_email: 'Name the e-mail address on the page: with ?ringup-debug, the bar shows what the page has.',
  no_order: 'See why the page sends the event: with ?ringup-debug, the bar shows what the page has.',
  no_order_number: 'Name the order number on the page: with ?ringup-debug, the bar shows what the page has.',
  not_current: 'No action. The API would mark the customer’s latest visit as converted.',
}

export const toTodo = (reason: Reason): string => TODO[reason]

interface Group extends Pick<Entry, 'kind'> {
  reason: Reason | undefined
  count: number
}

/** "40 orders and 2 sign-ups wait for a session of their customer, until 18:36 UTC." */
export function toGroupSentence(state: 'waiting' | 'dead' | 'refused', groups: Group[], untilMs = 0): string {
  const [{ reason } = { reason: undefined }] = groups
  const sum = (kind: Entry['kind']) => toSum(groups.filter((each) => each.kind === kind).map(({ count }) => count))
  const suffix = state === 'refused' ? ' report' : ''
  const counts = (['convert', 'addToList'] as const).map((kind) => [sum(kind), NOUNS[kind] + suffix] as const)
  const all = counts.flatMap(([count, noun]) => (count > 0 ? [toCount(count, noun)] : [])).join(' and ')
  const isOne = toSum(groups.map(({ count }) => count)) === 1
  if (state === 'dead')
    return `${all} ${isOne ? 'is a dead letter' : 'are dead letters'}. ${reason ? REASONS[reason] : ''}`
  if (state === 'refused') return `${all}. ${reason ? REASONS[reason] : ''}`
  const wait = isOne ? 'waits' : 'wait'
  const until = untilMs > 0 ? `, until ${toTime(untilMs).slice(11, 16)} UTC` : ''
  if (reason === undefined) return `${all} ${wait} for the first try.`
  if (reason === 'no_session') return `${all} ${wait} for a session of ${isOne ? 'the' : 'their'} customer${until}.`
  return `${all} ${wait}${until}. ${REASONS[reason]}`
}

const NOUNS = { convert: 'order', addToList: 'sign-up' }

export const isReport = (text: string): boolean => Object.hasOwn(REPORTS, text)
export const isReason = (text: string | undefined): text is Reason => text !== undefined && Object.hasOwn(REASONS, text)

/** "in 9 minutes", or "due". */
export function toNextTry({ nextMs }: Entry, nowMs: number): string {
  const waitMs = (nextMs ?? nowMs) - nowMs
  return waitMs < 1_000 ? 'due' : `in ${toAge(waitMs)}`
}

/** Says why an event waits, and until when. */
export function toWaiting({ reason, status, nextMs }: Entry, nowMs: number): string {
  const isDue = nextMs === undefined || nextMs <= nowMs
  const next = isDue
    ? 'It is due, and is sent as soon as the API accepts events.'
    : `The next try is ${toTime(nextMs)}.`
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
  const accepted = `Accepted ${toTime(receivedMs)}`
  const unread = toUnread(event.problems)
  switch (state) {
    case 'waiting':
      return `${accepted}, waiting. ${toWaiting(event, nowMs)}${unread}`
    case 'dead':
      return `${accepted}, not delivered. ${toDeath(event)}${unread}`
    case 'delivered':
      return withStatus(`${accepted}, delivered ${toTime(endMs)}.`, status) + unread
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
