/**
 * The health of the proxy: one object, of one moment, without personal data. `/health` prints it, and the operator's page, alerts and
 * metrics are written from it.
 *
 * `down` means that pages get 503 and browsers keep their events. If the API is away, the proxy still accepts events, so it is
 * `degraded` and a load balancer leaves it in service.
 */
import { DAY_MS, MINUTE_MS } from '../duration.js'
import { createClock } from '../queue/clock.js'
import { type Counts, type OpenQueue, type Reason, TROUBLES, type Trouble } from '../queue/index.js'
import type { Build } from '../script-files.js'
import { type Facts, findConditions, type Held, isQuiet, toDay } from './conditions.js'
import { toRefusal } from './find.js'
import type { Requests } from './requests.js'
import { isReport, toGroupSentence } from './sentences.js'
import { toAge, toCount, toNumber, toPercent, toSum } from './words.js'

/** If every try has failed for so long, the API counts as away, also in a shop with few orders. */
const FAILING_MS = 5 * MINUTE_MS
const FOUR_WEEKS_MS = 28 * DAY_MS
const OWN_DECISIONS: ('delivered' | Reason)[] = ['overtaken', 'expired', 'unreadable']

export interface Health {
  /** `new`: no order has arrived yet. `degraded`: a condition holds. */
  state: 'ok' | 'new' | 'degraded' | 'down'
  /** No condition holds, and no event has waited for a minute. */
  isWell: boolean
  /** The share of the orders that reached the API, in a sentence. */
  summary: string
  /** The moment of all counts: ISO 8601. */
  at: string
  version: string
  snippet?: Pick<Build, 'file' | 'integrity'>
  conditions: Held[]
  /** Orders of 24 hours, each number once: `all` is the sum of the outcomes. This and the next are missing if the database fails. */
  orders?: { all: number; delivered: number; whole: number; waiting: number; dead: number; refused: number }
  lastOrder?: string | null
  waiting?: {
    events: number
    bytes: number
    oldestMs: number | null
    by: { reason: Reason | null; events: number; sentence: string }[]
  }
  dead?: {
    events: number
    bytes: number
    /** Deleted for lack of room since the database was created. */
    dropped: number
    by: { reason: Reason; events: number; sentence: string }[]
  }
  refused?: { reports: number; by: { reason: Reason; reports: number; sentence: string }[] }
  /** Requests of 24 hours that left no row. This process counts them in memory. */
  requests: {
    refused: { code: string; count: number; sentence: string }[]
    webhooks: { reason: string; count: number }[]
  }
}

export interface HealthParts {
  queue: Pick<OpenQueue, 'count' | 'longestGap'>
  requests: Requests
  version: string
  snippet?: Build | undefined
  /** Events are refused from now on. */
  isStopping?: (() => boolean) | undefined
  /** The reason why the API is away. */
  away?: (() => Trouble | undefined) | undefined
  /** The disk of the database is nearly full. */
  isDiskLow?: (() => Promise<boolean>) | undefined
  now?: (() => number) | undefined
  /** A monotonic clock. */
  monotonic?: (() => number) | undefined
}

export function createHealth(parts: HealthParts) {
  const { queue, requests, version, snippet, isStopping, away, isDiskLow, now = Date.now } = parts
  const clock = createClock(parts.monotonic ?? (() => performance.now()))
  const count = rememberShortly(() => queue.count(), now)
  let isTried = false
  /** Since when every try has failed, and the latest reason. */
  let failing: { fromMs: number; reason: Trouble } | undefined
  /** The last event could not be stored. */
  let isStoreFailing = false
  const failedMs = { full: -Infinity, store: -Infinity, forward: -Infinity }
  const isRecent = (what: keyof typeof failedMs) => Math.abs(now() - failedMs[what]) < MINUTE_MS

  function readAway({ waitingBy }: Counts): Trouble | undefined {
    const waitsFor = (trouble: Trouble) => waitingBy.some(({ reason }) => reason === trouble)
    if (!isTried) return away?.() ?? TROUBLES.find(waitsFor) // after a start, the stored reason counts
    const isLasting = failing && now() - failing.fromMs >= FAILING_MS && waitingBy.length > 0
    return away?.() ?? (isLasting ? failing?.reason : undefined)
  }

  async function readFacts(): Promise<Facts> {
    const counts = await count().catch(() => undefined)
    clock.check(counts?.atMs ?? now())
    const isClockRight = clock.isRight()
    const fromMs = (counts?.lastOrderMs ?? now()) - FOUR_WEEKS_MS
    return {
      nowMs: now(),
      counts,
      isDatabaseFailing: !counts || isStoreFailing || isRecent('store') || isRecent('forward'),
      isDiskLow: (await isDiskLow?.()) ?? false,
      away: counts && readAway(counts),
      isClockRight,
      longestGapMs: isClockRight && isQuiet(counts) ? await queue.longestGap(fromMs).catch(() => undefined) : undefined,
      requests: requests.read(),
    }
  }

  return {
    /** The queue has stored an event, or has failed to. `full`: it has no room. */
    onStored(failure?: 'full' | 'store') {
      isStoreFailing = failure === 'store'
      if (failure) failedMs[failure] = now()
    },
    /** An attempt has ended. The API does not answer for the proxy's own decisions. */
    onTried(outcome: 'delivered' | Reason) {
      if (OWN_DECISIONS.includes(outcome)) return
      const reason = TROUBLES.find((each) => each === outcome)
      isTried = true
      failing = reason && { fromMs: failing?.fromMs ?? now(), reason }
    },
    /** The queue could not read a waiting event, or write its outcome. Pages are not refused because of that. */
    onQueueFailed() {
      failedMs.forward = now()
    },
    async read(): Promise<Health> {
      const facts = await readFacts()
      const { counts } = facts
      const conditions = findConditions(facts)
      const isDown = isStopping?.() || !counts || isRecent('store') || isRecent('full')
      const isNew = counts !== undefined && counts.lastOrderMs === undefined
      const state = isDown ? 'down' : conditions.length > 0 ? 'degraded' : isNew ? 'new' : 'ok'
      return {
        state,
        isWell: state === 'ok' && (counts?.oldestWaitingMs ?? 0) < MINUTE_MS,
        summary: toSummary(counts),
        at: new Date(counts?.atMs ?? facts.nowMs).toISOString(),
        version,
        ...(snippet && { snippet: { file: snippet.file, integrity: snippet.integrity } }),
        conditions,
        ...(counts && toFigures(counts)),
        requests: toRequests(facts),
      }
    },
  }
}

/* Figures */

function toSummary(counts: Counts | undefined): string {
  if (!counts) return 'The database cannot be read.'
  const { orders, whole, delivered } = toDay(counts)
  if (counts.lastOrderMs === undefined && orders === 0) return 'Waiting for your first order.'
  if (orders === 0)
    return `No order in 24 hours. The last one arrived ${toAge(counts.atMs - (counts.lastOrderMs ?? 0))} ago.`
  const percent = whole > 0 ? ` (${toPercent(whole / orders)})` : ''
  const first = `${whole === 0 ? 'None' : toNumber(whole)} of ${toCount(orders, 'order')} in 24 hours${percent} reached the API whole.`
  return delivered > whole
    ? `${first} ${toCount(delivered - whole, 'other')} reached it without total or items.`
    : first
}

function toFigures(counts: Counts): Pick<Health, 'orders' | 'lastOrder' | 'waiting' | 'dead' | 'refused'> {
  const { orders, delivered, whole, waiting, dead, withoutEmail } = toDay(counts)
  const { lastOrderMs, oldestWaitingMs = null } = counts
  return {
    orders: { all: orders, delivered, whole, waiting, dead, refused: withoutEmail },
    lastOrder: lastOrderMs === undefined ? null : new Date(lastOrderMs).toISOString(),
    waiting: {
      events: counts.waiting,
      bytes: counts.waitingBytes,
      oldestMs: oldestWaitingMs,
      by: toReasons(counts.waitingBy).map(({ reason, rows, events }) => {
        const untilMs = Math.max(...rows.map((row) => row.untilMs ?? 0))
        return { reason: reason ?? null, events, sentence: toGroupSentence('waiting', rows, untilMs) }
      }),
    },
    dead: {
      events: counts.dead,
      bytes: counts.deadBytes,
      dropped: counts.droppedDead,
      by: toReasons(counts.deadBy).map(({ reason, rows, events }) => ({
        reason,
        events,
        sentence: toGroupSentence('dead', rows),
      })),
    },
    refused: {
      reports: toSum(counts.refusedBy.map(({ count }) => count)),
      by: toReasons(counts.refusedBy).map(({ reason, rows, events }) => ({
        reason,
        reports: events,
        sentence: toGroupSentence('refused', rows),
      })),
    },
  }
}

/** Groups counts of both kinds by their reason. */
function toReasons<Row extends { reason: Reason | undefined; count: number }>(rows: Row[]) {
  const reasons = [...new Set(rows.map(({ reason }) => reason))] as Row['reason'][] // of the rows
  return reasons.map((reason) => {
    const some = rows.filter((row) => row.reason === reason)
    return { reason, rows: some, events: toSum(some.map(({ count }) => count)) }
  })
}

/** A refused report has a row, which `refused` counts. */
const toRequests = ({ requests: { refused, webhooks } }: Facts): Health['requests'] => ({
  refused: refused
    .filter(([code]) => !isReport(code))
    .map(([code, count]) => ({ code, count, sentence: toRefusal(code) })),
  webhooks: webhooks.map(([reason, count]) => ({ reason, count })),
})

/* Counting */

const COUNT_MS = 1_000
/** A count may take this share of the time at most. */
const MAX_SHARE_OF_TIME = 0.05

/** Returns the same counts to requests in quick succession. */
function rememberShortly(count: () => Promise<Counts>, now: () => number): () => Promise<Counts> {
  let known: Promise<Counts> | undefined
  let fromMs = 0
  let validMs = COUNT_MS

  return () => {
    const ageMs = now() - fromMs
    if (known && ageMs >= 0 && ageMs < validMs) return known
    fromMs = now()
    const startMs = performance.now()
    known = count().finally(() => {
      validMs = Math.max(COUNT_MS, (performance.now() - startMs) / MAX_SHARE_OF_TIME)
    })
    return known
  }
}
