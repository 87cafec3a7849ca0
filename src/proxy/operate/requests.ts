/**
 * Counts the requests that leave no row in the ledger: refused requests, and webhooks that brought no order.
 *
 * The counts are in the memory of this process, by hour, for a day. Strangers choose origins and names of lists, so few are stored.
 */
import { HOUR_MS } from '../duration.js'
import type { AnswerSummary } from '../log/answer-summary.js'

/** This hour and 24 whole hours. */
const HOURS = 25
/** This hour and the one before it, so the counts cover at least 60 minutes. */
const LAST_HOURS = 2
const MAX_ORIGINS = 20
const MAX_ORIGIN_LENGTH = 100
const MAX_LISTS = 5

/** The counts of one hour. */
interface Hour {
  hour: number
  refused: Map<string, number>
  webhooks: Map<string, number>
  accepted: number
  forwarded: number
  direct: number
}

export type Requests = ReturnType<typeof createRequests>

export function createRequests(now = Date.now) {
  let hours: Hour[] = []
  const origins = new Map<string, number>()
  const lists = new Set<string>()

  const toHour = () => Math.floor(now() / HOUR_MS)
  function readHour(): Hour {
    const hour = toHour()
    const known = hours.find((each) => each.hour === hour)
    if (known) return known
    const fresh = { hour, refused: new Map(), webhooks: new Map(), accepted: 0, forwarded: 0, direct: 0 }
    hours = [...hours.filter((each) => each.hour > hour - HOURS), fresh]
    return fresh
  }
  const readLast = (count: number) => hours.filter(({ hour }) => hour > toHour() - count)

  function countOrigin(origin: string) {
    if (origin.length > MAX_ORIGIN_LENGTH || (origins.size >= MAX_ORIGINS && !origins.has(origin))) return
    addOne(origins, origin)
  }

  return {
    /** The proxy calls it with each answer. */
    onAnswered({ status, code, origin, unknownList, isCheck, isForwarded, webhook }: AnswerSummary) {
      if (isCheck) return
      const hour = readHour()
      if (webhook && webhook.outcome !== 'accepted' && webhook.outcome !== 'ping')
        addOne(hour.webhooks, webhook.outcome)
      if (status === 202) hour.accepted += 1
      if (code) addOne(hour.refused, code)
      if (isForwarded !== undefined) hour[isForwarded ? 'forwarded' : 'direct'] += 1
      if (code === 'origin' && origin !== undefined) countOrigin(origin)
      if (unknownList !== undefined && (lists.delete(unknownList) || lists.size < MAX_LISTS)) lists.add(unknownList)
    },
    /** Reads the last hour for the conditions, and the last day for the page. */
    read() {
      const last = readLast(LAST_HOURS)
      const day = readLast(HOURS)
      const sum = (what: 'accepted' | 'forwarded' | 'direct') => last.reduce((all, hour) => all + hour[what], 0)
      return {
        lastHour: {
          refused: toSums(last, 'refused'),
          accepted: sum('accepted'),
          forwarded: sum('forwarded'),
          direct: sum('direct'),
        },
        refused: toSums(day, 'refused'),
        webhooks: toSums(day, 'webhooks'),
        /** Texts of strangers, so only the operator's page shows them. */
        origins: [...origins],
        lists: [...lists],
      }
    },
  }
}

const addOne = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)

/** Sums the counts by name, the largest first. */
function toSums(hours: Hour[], what: 'refused' | 'webhooks'): [name: string, count: number][] {
  const sums = new Map<string, number>()
  for (const hour of hours) for (const [name, count] of hour[what]) sums.set(name, (sums.get(name) ?? 0) + count)
  return [...sums].sort(([, a], [, b]) => b - a)
}
