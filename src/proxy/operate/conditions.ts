/**
 * The conditions that are watched: contract 8. Health, the operator's page, alerts, metrics and Prometheus' rules are written from
 * this table. A condition reads facts of one moment. It has no state of its own.
 */
import { HOUR_MS } from '../duration.js'
import { PROBLEMS, type ProblemCode } from '../problem.js'
import type { Counts, OrderCount, Reason, Trouble } from '../queue/index.js'
import { toRefusal } from './find.js'
import type { Requests } from './requests.js'
import { REASONS } from './sentences.js'
import { toAge, toCount, toNumber, toPercent, toSum, toTime } from './words.js'

/** The facts of one moment. */
export interface Facts {
  nowMs: number
  /** Undefined if the database cannot be read. */
  counts: Counts | undefined
  /** The database could not be read or written within the last minute. */
  isDatabaseFailing: boolean
  isDiskLow: boolean
  /** Wall clock and monotonic clock have agreed for ten minutes. If not, nothing is said about the age of an event. */
  isClockRight: boolean
  /** The reason why the API is away, or why every try of five minutes has failed. */
  away: Trouble | undefined
  /** The longest time without an order in four weeks. Only read after six hours without an order. */
  longestGapMs: number | undefined
  requests: ReturnType<Requests['read']>
}

/** `page` wakes the operator, `ticket` can wait until the morning. */
type Severity = 'page' | 'ticket'

interface Condition {
  severity: Severity
  sentence: string
  todo: string
  /** Decides if it holds. A text has its figures, and follows the sentence. */
  when(facts: Facts): boolean | string
}

/** Fewer cases happen in any shop. */
const FEW = 3
/** A share of fewer orders means nothing. */
const LEAST_ORDERS = 10
const SILENCE_MS = 6 * HOUR_MS
const INCOMPLETE = 0.05
const REFUSED = 0.01
/** The answers that shoppers get if the proxy does not accept their events. */
const REFUSALS = [403, 422, 429, 503]
const WAIT_FOR_API = 'Ask the API’s operator. The proxy sends waiting events by itself.'

/** The conditions by name, the most urgent first. */
export const CONDITIONS = {
  database: {
    severity: 'page',
    sentence: 'The database cannot be read or written. Pages get 503, and browsers keep their events.',
    todo: 'See the log: failed or queue_failed.',
    when: ({ isDatabaseFailing }) => isDatabaseFailing,
  },
  disk: {
    severity: 'page',
    sentence:
      'The disk of RINGUP_DATABASE is nearly full. When it is full, pages get 503 and browsers keep their events.',
    todo: 'Make room on it.',
    when: ({ isDiskLow }) => isDiskLow,
  },
  keys: {
    severity: 'ticket',
    sentence: 'No key of RINGUP_KEY opens some of the waiting events. They wait for their key.',
    todo: 'Add the key that they were written with to RINGUP_KEY, after a comma, and restart the proxy.',
    when: (facts) => countWaiting(facts, ['unreadable']) > 0 && toEvents(countWaiting(facts, ['unreadable'])),
  },
  credentials: {
    severity: 'page',
    sentence: 'The API refuses RINGUP_API_AUTHORIZATION. Events wait.',
    todo: 'Replace it, and restart the proxy. The proxy then sends waiting events by itself.',
    when: ({ away }) => away === 'credentials',
  },
  address: {
    severity: 'page',
    sentence: 'Another server answers at RINGUP_API_URL. Events wait.',
    todo: 'Correct RINGUP_API_URL, and restart the proxy. ringup check says whether it is right.',
    when: ({ away }) => away === 'address',
  },
  away: {
    severity: 'ticket',
    sentence: 'The API does not answer, fails, or asks to wait. Events wait.',
    todo: WAIT_FOR_API,
    when: ({ away }) => away === 'unreachable' || away === 'busy',
  },
  refusing: {
    severity: 'ticket',
    sentence: 'The API does not accept any customer’s events. They wait.',
    todo: 'ringup events list --state waiting shows the API’s status. See whether the shop still begins a session at the API.',
    when: isRefusing,
  },
  unknown_list: {
    severity: 'ticket',
    sentence: 'The API has no list of an id in RINGUP_LISTS. Its sign-ups wait.',
    todo: 'Correct the id, and restart the proxy.',
    when: findUnknownLists,
  },
  old: {
    severity: 'ticket',
    sentence: 'An event has waited for the API for over an hour. An order waits for 72 hours at most.',
    todo: 'ringup events list --state waiting says why.',
    when: ({ counts, isClockRight }) =>
      isClockRight &&
      (counts?.oldestWaitingMs ?? 0) > HOUR_MS &&
      `The oldest waits for ${toAge(counts?.oldestWaitingMs ?? 0)}.`,
  },
  dead: {
    severity: 'ticket',
    sentence: 'Events have become dead letters within the hour. The proxy does not send them again.',
    todo: 'ringup events list --state dead says why. ringup events replay sends them again.',
    when: findDead,
  },
  incomplete: {
    severity: 'ticket',
    sentence: 'Orders lack a part.',
    todo: 'Open the thank-you page with ?ringup-debug: the bar shows what the page has. ringup find --order names the problem of one order.',
    when: findIncomplete,
  },
  missed: {
    severity: 'ticket',
    sentence: 'Webhooks bring orders that the script does not report: its share fell by half.',
    todo: 'Place an order, and see whether the tag is on the thank-you page.',
    when: findMissed,
  },
  silent: {
    severity: 'page',
    sentence: 'No order has arrived for twice the longest gap of four weeks.',
    todo: 'Place an order, and see whether the tag is still on the pages.',
    when: findSilence,
  },
  refusals: {
    severity: 'ticket',
    sentence: 'Shoppers get refusals.',
    todo: 'The operator’s page has each reason, with refused origins and lists. Correct the settings or the page.',
    when: findRefusals,
  },
  hops: {
    severity: 'ticket',
    sentence:
      'A web server is in front of the proxy, and RINGUP_TRUSTED_HOPS is 0. All shoppers share one RINGUP_RATE_PER_IP.',
    todo: 'Set RINGUP_TRUSTED_HOPS to the number of web servers in front of the proxy, and restart the proxy.',
    when: ({ requests: { lastHour } }) => lastHour.forwarded >= FEW && lastHour.direct === 0,
  },
} satisfies Record<string, Condition>

export type ConditionName = keyof typeof CONDITIONS
export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[] // the keys of the table

/** The conditions that explain why an event is old. */
const EXPLAIN_OLD: ConditionName[] = ['keys', 'credentials', 'address', 'away', 'refusing', 'unknown_list']

/** A condition that holds now, as health, page and alerts show it. */
export interface Held {
  name: ConditionName
  severity: Severity
  /** The sentence with its figures. */
  sentence: string
  todo: string
}

/** Lists the conditions that hold, the most urgent first. */
export function findConditions(facts: Facts): Held[] {
  const held = CONDITION_NAMES.flatMap((name): Held[] => {
    const { severity, sentence, todo, when }: Condition = CONDITIONS[name]
    const about = when(facts)
    return about === false
      ? []
      : [{ name, severity, sentence: about === true ? sentence : `${sentence} ${about}`, todo }]
  })
  const isExplained = held.some(({ name }) => EXPLAIN_OLD.includes(name))
  return isExplained ? held.filter(({ name }) => name !== 'old') : held
}

/* When they hold */

const toEvents = (count: number) => `${toCount(count, 'event')}.`

const countWaiting = ({ counts }: Facts, reasons: Reason[], what: 'count' | 'customers' = 'count') =>
  toSum((counts?.waitingBy ?? []).filter(({ reason }) => reason && reasons.includes(reason)).map((row) => row[what]))

/** A refused event waits instead of becoming a dead letter, until another customer's event is delivered. */
function isRefusing(facts: Facts) {
  const customers = countWaiting(facts, ['refused', 'no_session'], 'customers')
  if (customers < FEW || facts.counts?.deliveredInHour !== 0) return false
  return `${toEvents(countWaiting(facts, ['refused', 'no_session']))} None was delivered within the hour.`
}

function findUnknownLists({ counts }: Facts) {
  const rows = (counts?.waitingBy ?? []).filter(({ reason }) => reason === 'unknown_list')
  return rows.length > 0 && rows.map(({ list, count }) => `${list}: ${toCount(count, 'sign-up')}.`).join(' ')
}

function findDead({ counts }: Facts) {
  const rows = (counts?.deadBy ?? []).filter(({ recent }) => recent > 0)
  const reasons = [...new Set(rows.map(({ reason }) => reason))]
  const toText = (reason: Reason) =>
    `${toCount(toSum(rows.filter((row) => row.reason === reason).map(({ recent }) => recent)), 'event')}: ${REASONS[reason]}`
  return reasons.length > 0 && reasons.map(toText).join(' ')
}

/** The orders of 24 hours that lack a part. A report without a number may be of any page, so it is not called an order. */
function findIncomplete({ counts }: Facts) {
  if (!counts) return false
  const count = (part: keyof OrderCount['lacks']) =>
    toSum(counts.orders.filter((each) => each.lacks[part]).map(({ today }) => today))
  const { orders, withoutEmail, withoutNumber } = toDay(counts)
  const lacks = {
    number: count('number'),
    total: count('total'),
    items: count('items'),
    'e-mail address': withoutEmail,
  }
  const texts = Object.entries(lacks)
    .filter(([, lack]) => lack > INCOMPLETE * orders)
    .map(([part, lack]) => `${toNumber(lack)} of ${toCount(orders, 'order')} in 24 hours have no ${part}.`)
  if (withoutNumber > INCOMPLETE * (orders + withoutNumber))
    texts.push(`${toCount(withoutNumber, 'report')} in 24 hours had no order number.`)
  return texts.length > 0 && texts.join(' ')
}

/** The orders of 24 hours by their outcome. Their sum is `orders`. */
export function toDay({ orders: groups, refusedBy }: Counts) {
  const sum = (isOf: (group: OrderCount) => boolean) => toSum(groups.filter(isOf).map(({ today }) => today))
  const sumOf = (outcome: OrderCount['outcome']) => sum((group) => group.outcome === outcome)
  const reports = refusedBy.filter(({ kind, reason }) => kind === 'convert' && LACKING.includes(reason))
  const sumReports = (hasNumber: boolean) =>
    toSum(reports.filter((each) => each.hasNumber === hasNumber).map(({ recent }) => recent))
  const [delivered, waiting, dead, withoutEmail] = [
    sumOf('delivered'),
    sumOf('waiting'),
    sumOf('dead'),
    sumReports(true),
  ]
  return {
    orders: delivered + waiting + dead + withoutEmail,
    delivered,
    waiting,
    dead,
    withoutEmail,
    /** Delivered with total and items. */
    whole: sum(({ outcome, lacks }) => outcome === 'delivered' && !lacks.total && !lacks.items),
    withoutNumber: sumReports(false),
  }
}
/** The reasons of refused reports that a page has made about an order. */
const LACKING: Reason[] = ['no_email', 'no_order_number']

function findMissed({ counts }: Facts) {
  const webhook = (counts?.orders ?? []).filter(({ byWebhook }) => byWebhook)
  const sum = (what: 'today' | 'before', groups = webhook) => toSum(groups.map((group) => group[what]))
  const both = webhook.filter(({ byPage }) => byPage)
  if (Math.min(sum('today'), sum('before')) < LEAST_ORDERS) return false
  const [share, usual] = [sum('today', both) / sum('today'), sum('before', both) / sum('before')]
  if (share >= usual / 2) return false
  return `Of ${toCount(sum('today'), 'order')} in 24 hours it reported ${toPercent(share)}; in the week before ${toPercent(usual)}.`
}

/** Says whether it is time to read the longest gap. */
export const isQuiet = (counts: Counts | undefined) =>
  counts?.lastOrderMs !== undefined && counts.atMs - counts.lastOrderMs >= SILENCE_MS

function findSilence({ counts, longestGapMs }: Facts) {
  const { atMs = 0, lastOrderMs } = counts ?? {}
  if (lastOrderMs === undefined || longestGapMs === undefined) return false
  if (atMs - lastOrderMs < Math.max(SILENCE_MS, 2 * longestGapMs)) return false
  return `The last order arrived ${toTime(lastOrderMs)}; the longest time between two orders was ${toAge(longestGapMs)}.`
}

function findRefusals({ requests: { lastHour } }: Facts) {
  const rows = lastHour.refused.filter(([code]) => REFUSALS.includes(toStatus(code)))
  const count = toSum(rows.map(([, each]) => each))
  const all = count + lastHour.accepted
  if (count < FEW || count <= REFUSED * all) return false
  const reasons = rows.map(([code, each]) => `${toCount(each, 'time')}: ${toRefusal(code)}`)
  return [`${toNumber(count)} of ${toCount(all, 'report')} within the hour.`, ...reasons].join(' ')
}

const toStatus = (code: string): number => (Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as ProblemCode].status : 0)
