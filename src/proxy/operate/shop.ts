/** Finds troubles of the shop in the counts of its hours: the share that reaches the API, and parts that have stopped unnoticed. Pure. */
import type { Event } from '../../contract/event.js'
import { findSimilar } from '../../contract/similar.js'
import type { RefusedReason, Source } from '../queue/index.js'
import { IGNORE_REASONS } from '../webhooks/platform.js'
import type { ConditionName, Trouble } from './conditions.js'
import { DAY, HOUR_MS, type Hours, toSum, WEEK } from './hours.js'
import { countMissing, toHabit } from './silence.js'
import { toCount, toNumber, toPercent, toTime } from './words.js'

/** This hour and the one before it, so the counts cover at least 60 minutes. */
const LAST_HOUR = 2
/** Fewer cases happen in any shop. */
const FEW = 3
/** The share of events that is refused in any shop: of old pages, and of strangers. */
const USUAL_REFUSED = 0.01
/** A share of fewer orders means nothing. */
const LEAST_ORDERS = 10
/** The share of orders that lack a part, in a shop that is set up well. */
const USUAL_LACKING = 0.1

const REFUSED: Record<string, ConditionName> = {
  origin: 'origin_refused',
  unknown_list: 'list_refused',
  unknown_script: 'script_unknown',
  shape: 'shape_refused',
  signature: 'signature_refused',
  rate: 'rate_refused',
}
/** The sources of orders, with their names in sentences. */
const SOURCES: Record<Source, string> = { page: 'the script', webhook: 'webhooks', server: 'the shop’s back end' }
const REPORTERS = Object.keys(SOURCES) as Source[] // the keys of the table

export interface Known {
  hours: Hours
  nowMs: number
  /** Public names of RINGUP_LISTS. */
  lists: string[]
  /** Names of unknown lists that pages have used. */
  unknownLists: string[]
  /** Waiting events that were tried, and dead letters. */
  waiting: number
  dead: number
}

/** The figures of the shop's orders in health. */
export function toFigures(hours: Hours) {
  const { sum } = hours
  const sumBy = (reporter: string) => sum(`order by ${reporter}`, WEEK)
  const times = REPORTERS.flatMap((from) => toLastMs(hours, from) ?? [])
  return {
    /** Orders of 24 hours: all reported ones, and those that were taken, reached the API, and were whole there. */
    share: toShare(hours),
    /** Orders of a week that the script, webhooks, and both have reported. */
    told: { page: sumBy('page'), webhook: sumBy('webhook'), both: sumBy('both') },
    /** Webhooks of a week without an order, by reason. */
    ignoredWebhooks: Object.fromEntries(
      IGNORE_REASONS.map((reason) => [reason, sum(`webhook ${reason}`, WEEK)] as const).filter(
        ([, count]) => count > 0,
      ),
    ),
    /** The time of the latest order. Undefined if the stored hours have none. */
    lastOrderMs: times.length > 0 ? Math.max(...times) : undefined,
  }
}

/** A report without an e-mail address or number is an order of the shop that did not reach the API. */
function toShare({ sum }: Pick<Hours, 'sum'>) {
  const refused = toSum(['no_email', 'no_order_number'].map((reason) => sum(`report convert ${reason}`, DAY)))
  const [taken, delivered] = [sum('order new', DAY), sum('order delivered', DAY)]
  return { orders: taken + refused, taken, delivered, whole: delivered - sum('order partial', DAY) }
}

/** The time of the latest order of this source. Undefined if the stored hours have none. */
function toLastMs({ now, nowMs, first, list }: Hours, from: Source): number | undefined {
  const seconds = Math.max(...list(`latest by ${from}`, now - first + 1))
  return seconds > 0 ? Math.min(seconds * 1_000, nowMs) : undefined // another proxy's clock may be ahead
}

type Share = ReturnType<typeof toShare>

/** The part of the orders of 24 hours that reached the API whole. @returns undefined without an order */
export const toWholeShare = (share: Share | undefined): number | undefined =>
  share && share.orders > 0 ? Math.min(share.whole, share.orders) / share.orders : undefined

/** "37 of 40 orders in 24 hours (92.5 %) reached the API whole." @returns undefined without an order */
export const toReached = (share: Share | undefined): string | undefined => toReachedSentences(share)?.join(' ')

/** @param withPercent false if the caller shows the percentage itself. @returns the share, then the orders that lack a part */
export function toReachedSentences(share: Share | undefined, withPercent = true): string[] | undefined {
  const part = toWholeShare(share)
  if (!share || part === undefined) return undefined
  const { orders, delivered } = share
  const whole = Math.min(share.whole, orders)
  const percent = withPercent && whole > 0 ? ` (${toPercent(part)})` : ''
  const first = `${whole === 0 ? 'None' : toNumber(whole)} of ${toCount(orders, 'order')} in 24 hours${percent} reached the API whole.`
  const lacking = Math.min(delivered, orders) - whole
  return lacking > 0 ? [first, `${toCount(lacking, 'other')} reached it without total or items.`] : [first]
}

export function findTroubles(known: Known): Trouble[] {
  const { hours, waiting, dead } = known
  const ever = (name: string) => hours.sum(name, hours.now - hours.first + 1)
  const hasNone = ever('accepted') + ever('delivered') + waiting + dead === 0
  if (hasNone) return [{ reason: 'no_event_yet' }, ...findRefused(known), ...findUnsent(hours)]
  return [
    ...findUndelivered(known, ever('delivered')),
    ...findSilent(known),
    ...findRefused(known),
    ...findUnsent(hours),
    ...findIncomplete(hours),
    ...findForwarded(hours),
    ...findDoubled(hours),
    ...findFallen(hours),
  ]
}

function findUndelivered({ hours: { sum }, waiting, dead }: Known, everDelivered: number): Trouble[] {
  const [died, dropped] = [sum('lost', LAST_HOUR), sum('dropped', LAST_HOUR)]
  const orders = sum('order new', LAST_HOUR)
  const isOtherwise = ['delivered', 'busy', 'unreachable', 'credentials', 'address'].some(
    (end) => sum(`order ${end}`, LAST_HOUR) > 0,
  )
  const isNoSession = Math.min(orders, sum('order no_session', LAST_HOUR)) >= FEW && !isOtherwise
  const isRefusing = Math.min(orders, sum('order refused', LAST_HOUR)) >= FEW && !isOtherwise
  const isNoneDelivered = everDelivered === 0 && waiting + dead > 0
  const waits = `${toCount(waiting, 'waiting event')}, ${toCount(dead, 'dead letter')}.`
  return [
    isNoneDelivered && { reason: 'none_delivered' as const, about: waits },
    died > 0 && { reason: 'dead' as const, about: `${toCount(died, 'event')}.` },
    dropped > 0 && { reason: 'dead_dropped' as const, about: `${toCount(dropped, 'dead letter')}.` },
    isRefusing && { reason: 'refusing' as const, about: `${toCount(orders, 'order')}.` },
    isNoSession && { reason: 'no_sessions' as const, about: `${toCount(orders, 'order')}.` },
  ].filter((each) => each !== false)
}

function findSilent({ hours, nowMs }: Known): Trouble[] {
  return REPORTERS.flatMap((from): Trouble[] => {
    const lastMs = toLastMs(hours, from)
    if (lastMs === undefined) return []
    const last = Math.floor(lastMs / HOUR_MS)
    const habit = toHabit(hours.first, hours.list(`order by ${from}`, last - hours.first + 1, last))
    const missing = habit ? countMissing(habit, lastMs, nowMs) : 0
    if (!habit || missing < habit.limit) return []
    const about = `The last by ${SOURCES[from]} came ${toTime(lastMs)}; ${Math.round(missing)} are usual since.`
    return [{ reason: 'silence', about }]
  })
}

function findRefused({ hours: { sum }, lists, unknownLists }: Known): Trouble[] {
  const taken = sum('accepted', DAY) + sum('duplicate', DAY)
  return Object.entries(REFUSED).flatMap(([code, reason]): Trouble[] => {
    const count = sum(`refused ${code}`, DAY)
    if (count < FEW || count < USUAL_REFUSED * taken) return []
    const meant = code === 'unknown_list' ? unknownLists.map((name) => toMeant(name, lists)) : []
    return [{ reason, about: [`${toCount(count, 'time')} in 24 hours.`, ...meant].join(' ') }]
  })
}

function toMeant(name: string, lists: string[]) {
  const similar = findSimilar(name, lists)
  return `“${name}”${similar === undefined ? ' is not a list.' : `: did you mean ${similar}?`}`
}

/** Refused reports of one kind and reason, as the hours count them. */
const REPORTS: { kind: Event['kind']; reason: RefusedReason; of: 'order' | 'page' | 'sign-up'; lack: string }[] = [
  { kind: 'convert', reason: 'no_email', of: 'order', lack: 'had no e-mail address on their page' },
  { kind: 'convert', reason: 'no_order_number', of: 'order', lack: 'had no order number on their page' },
  { kind: 'convert', reason: 'no_order', of: 'page', lack: 'reported an order event without an order' },
  { kind: 'convert', reason: 'not_current', of: 'page', lack: 'reported an order that is cancelled, returned or old' },
  { kind: 'addToList', reason: 'no_email', of: 'sign-up', lack: 'had no readable e-mail address' },
]

/** The refused reports of 24 hours, each kind in a sentence without its full stop: "3 of 40 orders in 24 hours had no …". */
export function toUnsent({ sum }: Pick<Hours, 'sum'>) {
  const reports = REPORTS.map((each) => ({ ...each, count: sum(`report ${each.kind} ${each.reason}`, DAY) }))
  const orders = sum('order new', DAY)
  const taken = { order: orders, page: 0, 'sign-up': sum('accepted', DAY) - orders }
  return reports
    .filter(({ count }) => count > 0)
    .map(({ kind, reason, of, lack, count }) => {
      const all = taken[of] + toSum(reports.filter((each) => each.of === of).map((each) => each.count))
      const share = of === 'page' ? toCount(count, of) : `${toNumber(count)} of ${toCount(all, of)}`
      return { kind, reason, count, all, sentence: `${share} in 24 hours ${lack}` }
    })
}

/** Reports that cannot be sent. Each such order is lost. Misspelt addresses of sign-ups are usual, so a few of them are ignored. */
function findUnsent(hours: Hours): Trouble[] {
  const unsent = toUnsent(hours)
  const isTold = unsent.some(
    ({ kind, count, all }) => kind === 'convert' || (count >= FEW && count >= USUAL_REFUSED * all),
  )
  if (!isTold) return []
  return [{ reason: 'reports_refused', about: unsent.map(({ sentence }) => `${sentence}.`).join(' ') }]
}

const PARTS = ['total', 'items']

/** Finds a part that over a tenth of the orders lack, or twice as many as usual. */
function findIncomplete({ sum }: Hours): Trouble[] {
  const [orders, before] = [sum('order new', DAY), sum('order new', WEEK, DAY)]
  const abouts = PARTS.flatMap((part) => {
    const [count, usual] = [sum(`lacks ${part}`, DAY), sum(`lacks ${part}`, WEEK, DAY) / before]
    const isMore = count / orders > USUAL_LACKING
    const isDoubled = before >= LEAST_ORDERS && count / orders >= 2 * Math.max(usual, 0.02)
    if (count < FEW || !(isMore || isDoubled)) return []
    return [`${toNumber(count)} of ${toCount(orders, 'order')} in 24 hours have no ${part}.`]
  })
  return abouts.length === 0 ? [] : [{ reason: 'incomplete', about: abouts.join(' ') }]
}

/** Finds a web server in front of the proxy although RINGUP_TRUSTED_HOPS is 0. */
const findForwarded = ({ sum }: Hours): Trouble[] =>
  sum('forwarded', LAST_HOUR) >= FEW && sum('direct', LAST_HOUR) === 0 ? [{ reason: 'hops' }] : []

/** Finds fields that are unreadable in twice as many orders as in the week before. */
function findDoubled({ sum, sums }: Hours): Trouble[] {
  const [orders, before] = [sum('order new', DAY), sum('order new', WEEK, DAY)]
  if (orders < LEAST_ORDERS || before < LEAST_ORDERS) return []
  return sums('problem ', DAY).flatMap(({ name, count }): Trouble[] => {
    const [share, usual] = [count / orders, sum(`problem ${name}`, WEEK, DAY) / before]
    if (count < FEW || share < 2 * Math.max(usual, 0.02)) return []
    const about = `${name}: ${toPercent(share)} of today’s orders, ${toPercent(usual)} before.`
    return [{ reason: 'problem_doubled', about }]
  })
}

/** Pairs of sources. Each reports a share of the other's orders, which may fall to half. */
const PAIRS = [
  ['script_fell', 'webhook', 'webhooks brought, the script reported'],
  ['webhooks_fell', 'page', 'the script reported, webhooks brought'],
] as const

function findFallen({ sum }: Hours): Trouble[] {
  return PAIRS.flatMap(([reason, of, verbs]): Trouble[] => {
    const [all, both] = [sum(`order by ${of}`, DAY), sum('order by both', DAY)]
    const before = sum(`order by ${of}`, WEEK, DAY)
    const usual = sum('order by both', WEEK, DAY) / before
    if (Math.min(all, before) < LEAST_ORDERS || both / all >= usual / 2) return []
    const about = `Of ${toCount(all, 'order')} that ${verbs} ${toNumber(both)}, ${toPercent(both / all)}; before ${toPercent(usual)}.`
    return [{ reason, about }]
  })
}
