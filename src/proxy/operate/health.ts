/**
 * The state of the proxy, for monitoring. It contains no personal data.
 *
 * `down` means that pages get 503 and browsers keep their events. If the API is away, the proxy still accepts events, so it is `degraded`
 * and a load balancer leaves it in service. A queue that failed is `degraded` after a minute: only the next event can show that it works
 * again, and a server out of service gets no events.
 */
import { type Trouble as ApiTrouble, type Counts, type Reason, TROUBLES } from '../queue/index.js'
import { type ConditionName, type Trouble, toAdvice } from './conditions.js'
import type { History } from './history.js'
import { findTroubles, toFigures, toReached } from './shop.js'
import type { Seen, StepOutcome } from './watch.js'

/** The time for which one refused event means `down`. Browsers retry earlier, after 30 s. */
const REFUSING_MS = 60_000
/** The time that an event may wait before it is `old`. */
const OLD_MS = 3_600_000

/** If every try has failed for so long, the API counts as away, also in a shop with few orders. */
const FAILING_MS = 300_000
/** Causes of `none_delivered`. */
const SAYS_WHY_NONE: ConditionName[] = [...TROUBLES, 'refusing', 'unknown_list', 'no_sessions']
/** Ends of an attempt that reached the API. After the first of them, the forwarder knows the API's state. */
const TRIED: StepOutcome[] = [...TROUBLES, 'delivered', 'refused', 'no_session', 'unknown_list']

/** The shop's figures are missing if its hours are not known. */
export interface Health extends Partial<ReturnType<typeof toFigures>> {
  /** `new`: no event has come yet. */
  state: 'ok' | 'new' | 'degraded' | 'down'
  problems: Trouble[]
  /** Undefined when the queue cannot be read. */
  counts: Counts | undefined
}

export interface HealthParts {
  count: () => Promise<Counts>
  /** Events are refused from now on. */
  isStopping?: (() => boolean) | undefined
  /** The reason why the API is away. */
  away?: (() => ApiTrouble | undefined) | undefined
  /** The disk of the database is nearly full. */
  isDiskLow?: (() => Promise<boolean>) | undefined
  /** The counts of each hour. */
  history?: Pick<History, 'read' | 'unknownLists'> | undefined
  /** Public names of RINGUP_LISTS. */
  lists?: string[] | undefined
  now?: (() => number) | undefined
}

export function createHealth(parts: HealthParts) {
  const { count, isStopping, away, isDiskLow, history, lists = [], now = Date.now } = parts
  let isTried = false
  /** The queue could not take the last event that came. */
  let isFailing = false
  /** Since when every try has failed, and the latest reason. */
  let failing: { fromMs: number; reason: ApiTrouble } | undefined
  const unknownLists = new Set<string>()
  const failedMs = { queue_full: -Infinity, queue_failed: -Infinity, forwarding: -Infinity }
  const isRecent = (what: keyof typeof failedMs) => now() - failedMs[what] < REFUSING_MS

  /** Finds the troubles in the present counts. */
  function readQueue({ waiting, waitingBy, oldestWaitingMs = 0 }: Counts): Trouble[] {
    if (waiting === 0) return []
    const lasting = failing && now() - failing.fromMs >= FAILING_MS ? failing.reason : undefined
    const known = away?.() ?? lasting
    const waitsFor = (reason: Reason) => waitingBy.some((row) => row.reason === reason)
    // After a start, the first one for which an event waits counts.
    const reasons = known ? [known] : isTried ? [] : TROUBLES.filter(waitsFor).slice(0, 1)
    if (!waitsFor('unknown_list')) unknownLists.clear() // delivered, or nothing is left to deliver
    const names = unknownLists.size > 0 ? [...unknownLists].map((list) => ({ about: `List: ${list}.` })) : [{}] // unknown since the last start
    return [
      ...reasons.map((reason) => ({ reason })),
      ...(waitsFor('unknown_list') ? names.map((name) => ({ reason: 'unknown_list' as const, ...name })) : []),
      ...(waitsFor('unreadable') ? [{ reason: 'unreadable' as const }] : []),
      ...(oldestWaitingMs > OLD_MS ? [{ reason: 'old' as const }] : []),
    ]
  }

  async function readShop({ waitingBy, dead }: Pick<Counts, 'waitingBy' | 'dead'>) {
    const hours = await history?.read().catch(() => undefined) // the database cannot be read
    if (!hours || !history) return { problems: [] }
    const tried = waitingBy.filter(({ reason }) => reason !== undefined)
    const waiting = tried.reduce((sum, each) => sum + each.count, 0)
    const known = { hours, nowMs: now(), lists, unknownLists: history.unknownLists(), waiting, dead }
    return { problems: findTroubles(known), ...toFigures(hours) }
  }

  return {
    onSeen({ step, list, outcome }: Seen) {
      if (step === 'accept') isFailing = outcome === 'queue_failed'
      if (outcome === 'queue_full' || outcome === 'queue_failed') failedMs[outcome] = now()
      if (TRIED.includes(outcome)) {
        isTried = true
        const reason = TROUBLES.find((each) => each === outcome)
        failing = reason && { fromMs: failing?.fromMs ?? now(), reason }
      }
      if (list === undefined) return
      if (outcome === 'unknown_list') unknownLists.add(list)
      if (outcome === 'delivered' || outcome === 'refused') unknownLists.delete(list)
    },
    /** The queue could not read a waiting event, or write its end. Pages are not refused because of that. */
    onQueueFailed() {
      failedMs.forwarding = now()
    },
    async read(): Promise<Health> {
      const counts = await count().catch(() => undefined)
      const problems: Trouble[] = []
      if (isStopping?.()) problems.push({ reason: 'stopping' })
      if (!counts || isRecent('queue_failed')) problems.push({ reason: 'queue_failed' })
      if (isRecent('queue_full')) problems.push({ reason: 'queue_full' })
      const isDown = problems.length > 0
      if (!isDown && (isFailing || isRecent('forwarding'))) problems.push({ reason: 'queue_failed' })
      if (await isDiskLow?.()) problems.push({ reason: 'disk' })
      if (counts) problems.push(...readQueue(counts))
      const shop = await readShop(counts ?? { waitingBy: [], dead: 0 })
      problems.push(...shop.problems)
      const isExplained = problems.some(({ reason }) => SAYS_WHY_NONE.includes(reason))
      const told = isExplained ? problems.filter(({ reason }) => reason !== 'none_delivered') : problems
      return { ...shop, state: isDown ? 'down' : toState(told), problems: told, counts }
    },
  }
}

function toState(problems: Trouble[]): Health['state'] {
  if (problems.length === 0) return 'ok'
  return problems.every(({ reason }) => reason === 'no_event_yet') ? 'new' : 'degraded'
}

/** The answer of `/health`. It begins with the share of the shop's orders that reached the API whole. */
export function toAnswer({ state, share, told, ignoredWebhooks, lastOrderMs, counts, ...health }: Health) {
  const problems = health.problems.map((trouble) => ({ ...trouble, text: toAdvice(trouble) }))
  const lastOrder = lastOrderMs === undefined ? null : new Date(lastOrderMs).toISOString()
  const shop = share && { share, told, ignoredWebhooks, lastOrder }
  const summary = toReached(share)
  const first = { ...(summary !== undefined && { summary }), state }
  if (!counts) return { ...first, problems, ...shop }
  const { waiting, waitingBytes, oldestWaitingMs = null, dead, deadBytes, droppedDead } = counts
  return { ...first, problems, ...shop, waiting, waitingBytes, oldestWaitingMs, dead, deadBytes, droppedDead }
}
