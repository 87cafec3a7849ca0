/**
 * The counts of each hour, for charts and conditions. The ledger counts events. Refused requests and duplicates have no
 * row, so this process counts them in memory.
 */
import type { AnswerSummary } from '../index.js'
import type { Line } from '../log/line.js'
import type { HourCount, OpenQueue } from '../queue/index.js'
import { createHours, DAY, HOUR_MS, WEEK } from './hours.js'
import type { Seen } from './watch.js'

/** The most refused origins, because a stranger can invent any number. Accepted origins are the shop's own. */
const MAX_REFUSED_ORIGINS = 20
const MAX_ORIGIN_LENGTH = 100
/** The most unknown names of lists, because a stranger can invent any number. */
const MAX_NAMES = 5
/** No figure is about counts that are older. */
const REMEMBERED_MS = (WEEK + 1) * HOUR_MS
/** The habit of the shop is learnt from 35 days. */
const LEARNT_MS = 35 * DAY * HOUR_MS

/** An origin of pages, and the time and number of its events. */
export interface PageOrigin {
  origin: string
  /** Its events are accepted. Otherwise the origin is not one of RINGUP_ORIGINS. */
  isTaken: boolean
  latestMs: number
  events: number
}

export type History = ReturnType<typeof createHistory>

export function createHistory({ hours: readHours }: Pick<OpenQueue, 'hours'>, now = Date.now) {
  let counts: HourCount[] = []
  let known: HourCount[] = []
  let readMs = Number.NEGATIVE_INFINITY
  const origins: PageOrigin[] = []
  const unknownLists = new Set<string>()

  function add(name: string) {
    const fromMs = Math.floor(now() / HOUR_MS) * HOUR_MS
    const count = counts.find((each) => each.name === name && each.fromMs === fromMs)
    if (count) count.value += 1
    else counts = [...counts.filter((each) => each.fromMs > fromMs - REMEMBERED_MS), { fromMs, name, value: 1 }]
  }

  function seeOrigin(origin: string, isTaken: boolean) {
    const seen = origins.find((each) => each.origin === origin && each.isTaken === isTaken)
    if (seen) Object.assign(seen, { latestMs: now(), events: seen.events + 1 })
    else if (isTaken || origins.length < MAX_REFUSED_ORIGINS) {
      origins.push({ origin, isTaken, latestMs: now(), events: 1 })
    }
  }

  function noteUnknown(list: string) {
    if (unknownLists.delete(list) || unknownLists.size < MAX_NAMES) unknownLists.add(list)
  }

  /** Reads the last hour each time, and all of them once an hour: a webhook may report an order later than its page. */
  async function refresh() {
    const isOld = Math.abs(now() - readMs) >= HOUR_MS
    const fromMs = Math.floor((now() - (isOld ? LEARNT_MS : HOUR_MS)) / HOUR_MS) * HOUR_MS
    const fresh = await readHours(fromMs)
    known = [...known.filter((row) => row.fromMs < fromMs), ...fresh]
    if (isOld) readMs = now()
  }

  return {
    onSeen({ outcome }: Seen) {
      if (outcome === 'duplicate') add('duplicate')
    },
    onAnswered({ status, code, origin, unknownList, isCheck, isForwarded, webhook }: AnswerSummary) {
      if (isCheck) return
      if (webhook && webhook.outcome !== 'ping') add(`webhook ${webhook.outcome}`)
      if (isForwarded !== undefined) add(isForwarded ? 'forwarded' : 'direct')
      if (code) add(`refused ${code}`)
      if (unknownList !== undefined) noteUnknown(unknownList)
      if (origin === undefined || origin.length > MAX_ORIGIN_LENGTH) return
      if (status === 202) seeOrigin(origin, true)
      else if (code === 'origin') seeOrigin(origin, false)
    },
    /** The queue calls it with each line of its log. */
    onQueueLine({ event }: Line) {
      if (event === 'dead_letter_dropped') add('dropped')
    },
    /** Reads the counts of all hours. */
    async read() {
      await refresh()
      return createHours([...known, ...counts], now())
    },
    /** Names of unknown lists that pages have used, the latest last. */
    unknownLists: () => [...unknownLists],
    /** Origins of pages since the start. */
    origins: () => [...origins],
  }
}
