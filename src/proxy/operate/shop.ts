/** What can be seen of the shop in the counts of its hours: how much reaches the API, and what has stopped unnoticed. Pure. */
import { findSimilar } from '../../contract/similar.js'
import type { Source } from '../queue/index.js'
import type { ConditionName, Trouble } from './conditions.js'
import { HOUR_MS, type Hours } from './hours.js'
import { countMissing, toHabit } from './silence.js'

const DAY = 24
const WEEK = 7 * DAY
/** This hour and the one before it: what is said of an hour holds for one at least. */
const LAST_HOUR = 2
/** Fewer happen everywhere. */
const FEW = 3
/** Of what was taken: so much is refused in any shop, by old pages and by strangers. */
const USUAL_REFUSED = 0.01
/** Fewer orders tell nothing of a share. */
const LEAST_ORDERS = 10

const REFUSED: Record<string, ConditionName> = {
  origin: 'origin_refused',
  unknown_list: 'list_refused',
  unknown_script: 'script_unknown',
  shape: 'shape_refused',
  signature: 'signature_refused',
}
/** Who reports orders, and how it is called. */
const SOURCES: Record<Source, string> = { page: 'the script', webhook: 'webhooks', server: 'the shop’s back end' }

export interface Known {
  hours: Hours
  nowMs: number
  /** Public names of RINGUP_LISTS. */
  lists: string[]
  /** Names of lists that pages have used and nobody has. */
  unknownLists: string[]
  /** Events that wait now and were tried, and dead letters that are kept. */
  waiting: number
  dead: number
}

/** Orders of 24 hours: how many were taken, and how many reached the API. */
export const toShare = ({ sum }: Hours) => ({ orders: sum('order new', DAY), delivered: sum('order delivered', DAY) })

/** Orders of a week that the script, webhooks, and both have told of. */
export const toTold = ({ sum }: Hours) => ({
  page: sum('order of page', WEEK),
  webhook: sum('order of webhook', WEEK),
  both: sum('order of both', WEEK),
})

/** When this source reported an order last; undefined: not in the hours that are kept. */
export function toLastMs({ now, first, get }: Hours, from: Source): number | undefined {
  for (let hour = now; hour >= first; hour -= 1) {
    if (get(`order by ${from}`, hour) > 0) return hour * HOUR_MS + get(`last by ${from}`, hour) * 1_000
  }
  return undefined
}

export function findTroubles(known: Known): Trouble[] {
  const { hours, waiting, dead } = known
  const ever = (name: string) => hours.sum(name, hours.now - hours.first + 1)
  const hasNone = ever('accepted') + ever('delivered') + waiting + dead === 0
  if (hasNone) return [{ reason: 'no_event_yet' }, ...findRefused(known)]
  return [
    ...findLost(known, ever('delivered')),
    ...findSilent(known),
    ...findRefused(known),
    ...findDoubled(hours),
    ...findFallen(hours),
  ]
}

function findLost({ hours: { sum, sums }, waiting, dead }: Known, everDelivered: number): Trouble[] {
  const lost = sum('lost', LAST_HOUR)
  const [orders, missed] = [sum('order new', LAST_HOUR), sum('order no_session', LAST_HOUR)]
  const isNoSession = orders >= FEW && missed >= FEW && sum('order delivered', LAST_HOUR) === 0
  const others = sums('order ', LAST_HOUR).filter(({ name }) =>
    ['busy', 'unreachable', 'credentials', 'address'].includes(name),
  )
  const isNoneDelivered = everDelivered === 0 && waiting + dead > 0
  return [
    ...(isNoneDelivered
      ? [
          {
            reason: 'none_delivered' as const,
            about: `${toCount(waiting, 'waiting event')}, ${toCount(dead, 'dead letter')}.`,
          },
        ]
      : []),
    ...(lost > 0 ? [{ reason: 'dead' as const, about: `${toCount(lost, 'event')}.` }] : []),
    ...(isNoSession && others.length === 0
      ? [{ reason: 'no_sessions' as const, about: `${toCount(orders, 'order')}.` }]
      : []),
  ]
}

function findSilent({ hours, nowMs }: Known): Trouble[] {
  return (Object.keys(SOURCES) as Source[]).flatMap((from): Trouble[] => {
    const lastMs = toLastMs(hours, from)
    if (lastMs === undefined) return []
    const last = Math.floor(lastMs / HOUR_MS)
    const counts = Array.from({ length: last - hours.first + 1 }, (_, index) =>
      hours.get(`order by ${from}`, hours.first + index),
    )
    const habit = toHabit(hours.first, counts)
    const missing = habit ? countMissing(habit, lastMs, nowMs) : 0
    if (!habit || missing < habit.limit) return []
    const since = new Date(lastMs).toISOString().slice(0, 16).replace('T', ' ')
    return [
      {
        reason: 'silence',
        about: `The last by ${SOURCES[from]} came ${since} UTC; ${Math.round(missing)} are usual since.`,
      },
    ]
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
  return `“${name}”${similar === undefined ? ' is none.' : `: did you mean ${similar}?`}`
}

/** A field that is unreadable in twice as many orders as in the week before. */
function findDoubled({ sum, sums }: Hours): Trouble[] {
  const [orders, before] = [sum('order new', DAY), sum('order new', WEEK, DAY)]
  if (orders < LEAST_ORDERS || before < LEAST_ORDERS) return []
  return sums('problem ', DAY).flatMap(({ name, count }): Trouble[] => {
    const usual = sum(`problem ${name}`, WEEK, DAY) / before
    if (count < FEW || count / orders < 2 * Math.max(usual, 0.02)) return []
    return [
      {
        reason: 'problem_doubled',
        about: `${name}: ${toPercent(count / orders)} of today’s orders, ${toPercent(usual)} before.`,
      },
    ]
  })
}

/** What part of one's orders the other reports too, which fell to half. */
function findFallen({ sum }: Hours): Trouble[] {
  const pairs = [
    ['script_fell', 'webhook'],
    ['webhooks_fell', 'page'],
  ] as const
  return pairs.flatMap(([reason, of]): Trouble[] => {
    const share = (hours: number, back = 0) => ({
      all: sum(`order of ${of}`, hours, back),
      both: sum('order of both', hours, back),
    })
    const [today, before] = [share(DAY), share(WEEK, DAY)]
    if (today.all < LEAST_ORDERS || before.all < LEAST_ORDERS) return []
    const [now, usual] = [today.both / today.all, before.both / before.all]
    if (now > usual / 2) return []
    return [
      {
        reason,
        about: `Of ${toCount(today.all, 'order')} it was ${toCount(today.both, 'order')}, ${toPercent(now)}; before ${toPercent(usual)}.`,
      },
    ]
  })
}

export const toPercent = (share: number) => `${(100 * share).toFixed(share === 1 ? 0 : 1)} %`
const toCount = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
