/**
 * The counts of each hour, for charts and for the habits of the shop. The ledger counts events. Counts without a row, such as refused
 * requests, are kept in memory, and written to the database now and then. A proxy that is killed loses some seconds of them.
 */
import type { AnswerSummary } from '../index.js'
import type { Line, Log } from '../log/line.js'
import type { OpenQueue } from '../queue/index.js'
import type { HourOf, Tally } from '../queue/operator/hours.js'
import { createHours, HOUR_MS } from './hours.js'
import type { Seen } from './watch.js'

/** The most refused origins between two writes, because a stranger can invent any number. Accepted origins are the shop's own. */
const MAX_REFUSED_ORIGINS = 20
const MAX_ORIGIN_LENGTH = 100
/** The most unknown names of lists, because a stranger can invent any number. */
const MAX_NAMES = 5
/** How often the waiting events are counted. */
const POLL_MS = 60_000
/** The habit of the shop is learnt from 35 days. */
const LEARNT_MS = 35 * 24 * HOUR_MS
/** The functions of the queue that it calls. */
type Counting = Pick<OpenQueue, 'record' | 'count' | 'hours'>

export type History = ReturnType<typeof createHistory>

export function createHistory({ record, count, hours: readHours }: Counting, log: Log, now = Date.now) {
  let tally = newTally()
  let writing: Promise<void> = Promise.resolve()
  let known: HourOf[] = []
  let readMs = Number.NEGATIVE_INFINITY
  let polledMs = Number.NEGATIVE_INFINITY
  const unknownLists = new Set<string>()

  const add = (name: string) => {
    tally.sums[name] = (tally.sums[name] ?? 0) + 1
  }

  function seeOrigin(origin: string, isTaken: boolean) {
    const { origins } = tally
    const seen = origins.find((each) => each.origin === origin && each.isTaken === isTaken)
    if (seen) Object.assign(seen, { latestMs: now(), events: seen.events + 1 })
    else if (isTaken || origins.length < MAX_REFUSED_ORIGINS)
      origins.push({ origin, isTaken, latestMs: now(), events: 1 })
  }

  function noteUnknown(list: string) {
    if (unknownLists.delete(list) || unknownLists.size < MAX_NAMES) unknownLists.add(list)
  }

  async function poll() {
    if (now() - polledMs < POLL_MS) return
    polledMs = now()
    const { waiting, oldestWaitingMs = 0 } = await count()
    if (waiting > 0) Object.assign(tally.most, { waiting, oldest: oldestWaitingMs / 1_000 })
  }

  async function write() {
    try {
      await poll()
      const counted = tally
      tally = newTally()
      if (Object.values(counted).every((each) => Object.keys(each).length === 0)) return
      await record(counted)
    } catch (error) {
      log({ event: 'queue_failed', reason: String(error) }) // only figures are lost
    }
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
    onSeen({ step, kind, outcome, lacks = [] }: Seen) {
      if (outcome === 'duplicate') add('duplicate') // a duplicate of a known id has no row
      if (kind !== 'convert') return
      if (step === 'accept' && outcome === 'new') for (const part of lacks) add(`lacks ${part}`)
      if (step === 'attempt' && outcome === 'delivered' && lacks.length > 0) add('order partial')
    },
    onAnswered({ status, code, origin, unknownList, isCheck, isForwarded }: AnswerSummary) {
      if (isCheck) return
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
    /** Reads all stored hours, with the counts that are not written yet. */
    async read() {
      await writing
      await refresh()
      return createHours(known, tally, now())
    },
    /** Names of unknown lists that pages have used, the latest last. */
    unknownLists: () => [...unknownLists],
    /** Writes the counts to the database. */
    flush() {
      writing = writing.then(write)
      return writing
    },
  }
}

const newTally = (): Tally => ({ sums: {}, most: {}, origins: [] })
