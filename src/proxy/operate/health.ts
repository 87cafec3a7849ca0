/**
 * How the proxy is, for whoever watches it. No personal data.
 *
 * `down` means that pages get 503 and browsers keep their events. An API that is away is no such case: events are taken
 * and kept, so that is `degraded`, and whoever takes unhealthy servers out of service leaves this one in.
 */

import type { Counts, Reason } from '../queue/index.js'
import type { Trouble } from './conditions.js'
import type { Hours } from './hours.js'
import { findTroubles, toLastMs, toShare, toTold } from './shop.js'
import type { Seen, StepOutcome } from './watch.js'

/** How long one refused event says that the queue takes none. Longer than the 30 s after which browsers are told to come again. */
const REFUSING_MS = 60_000
/** How long an event may wait before that is trouble. */
const OLD_MS = 3_600_000

/** Of the API as a whole, in the order they are told when nothing is known but what events wait for. */
const OF_THE_API = ['credentials', 'address', 'unreachable', 'busy'] as const
type OfTheApi = (typeof OF_THE_API)[number]

export interface Health {
  /** `new`: no event has come yet. */
  state: 'ok' | 'new' | 'degraded' | 'down'
  problems: Trouble[]
  /** Orders of 24 hours, and how many reached the API; undefined where the hours are not known. */
  share?: { orders: number; delivered: number }
  /** Orders of a week that the script, webhooks, and both have told of. */
  told?: { page: number; webhook: number; both: number }
  lastOrderMs?: number
  /** Undefined when the queue cannot be read. */
  counts: Counts | undefined
}

/** An API that says this of an event has understood it: it is there, and so is the key. */
const SAYS_ALL_IS_WELL: StepOutcome[] = ['delivered', 'refused', 'no_session']

interface Parts {
  count: () => Promise<Counts>
  isStopping: () => boolean
  /** What the forwarder knows to be wrong with the API: a key that is refused for one event may be right. */
  trouble?: (() => Reason | undefined) | undefined
  /** The disk of the database is nearly full. */
  isDiskLow?: (() => Promise<boolean>) | undefined
  /** What happened by the hour, where that is counted. */
  history?: { read(): Promise<Hours>; unknownLists(): string[] } | undefined
  /** Public names of RINGUP_LISTS. */
  lists?: string[] | undefined
  now: () => number
}

export interface HealthWatch {
  onSeen(seen: Seen): void
  /** An event that waits could not be read, or what became of it not be written. Pages are not refused for that. */
  onQueueFailed(): void
  read(): Promise<Health>
}

export function createHealth({ count, isStopping, trouble, isDiskLow, history, lists = [], now }: Parts): HealthWatch {
  /** What the API's latest answer says of it; `unknown` before the first. */
  let api: OfTheApi | 'well' | 'unknown' = 'unknown'
  const toldByOne = trouble ? (['unreachable', 'busy'] as const) : OF_THE_API
  const unknownLists = new Set<string>()
  let queueFailedAtMs = Number.NEGATIVE_INFINITY
  const refusedAtMs = { queue_full: Number.NEGATIVE_INFINITY, queue_failed: Number.NEGATIVE_INFINITY }

  function onSeen({ kind, list, outcome }: Seen) {
    if (outcome === 'queue_full' || outcome === 'queue_failed') refusedAtMs[outcome] = now()
    const answered = toldByOne.find((reason) => reason === outcome)
    if (answered) api = answered
    if (!SAYS_ALL_IS_WELL.includes(outcome)) {
      if (outcome === 'unknown_list' && list !== undefined) unknownLists.add(list)
      return
    }
    api = 'well'
    if (kind === 'addToList' && list !== undefined) unknownLists.delete(list)
  }

  function readApi(waitingFor: (reason: Reason) => boolean): Trouble[] {
    const known = OF_THE_API.find((reason) => reason === trouble?.())
    const reason = known ?? (api === 'unknown' ? OF_THE_API.find(waitingFor) : api)
    return reason === undefined || reason === 'well' ? [] : [{ reason }]
  }

  function readLists(waitingFor: (reason: Reason) => boolean): Trouble[] {
    if (!waitingFor('unknown_list'))
      unknownLists.clear() // delivered, or nothing is left to deliver
    else if (unknownLists.size === 0) return [{ reason: 'unknown_list' }]
    return [...unknownLists].map((list) => ({ reason: 'unknown_list', list }))
  }

  /** What the counts of now say. */
  function readQueue(counts: Counts): Trouble[] {
    if (counts.waiting === 0) return []
    const waitingFor = (reason: Reason) => counts.waitingBy.some((row) => row.reason === reason)
    const isOld = (counts.oldestWaitingMs ?? 0) > OLD_MS
    return [...readApi(waitingFor), ...readLists(waitingFor), ...(isOld ? [{ reason: 'old' as const }] : [])]
  }

  async function readShop(counts: Counts | undefined) {
    const hours = await history?.read().catch(() => undefined) // then the database says nothing else either
    if (!hours || !history) return { problems: [] }
    const tried = counts?.waitingBy.filter(({ reason }) => reason !== undefined) ?? []
    const waiting = tried.reduce((sum, { count }) => sum + count, 0)
    const known = { hours, nowMs: now(), lists, unknownLists: history.unknownLists(), waiting, dead: counts?.dead ?? 0 }
    const lastMs = (['page', 'webhook', 'server'] as const).flatMap((from) => toLastMs(hours, from) ?? [])
    return {
      problems: findTroubles(known),
      share: toShare(hours),
      told: toTold(hours),
      ...(lastMs.length > 0 && { lastOrderMs: Math.max(...lastMs) }),
    }
  }

  return {
    onSeen,
    onQueueFailed() {
      queueFailedAtMs = now()
    },
    async read() {
      const counts = await count().catch(() => undefined)
      const isRecent = (atMs: number) => now() - atMs < REFUSING_MS
      const problems: Trouble[] = []
      if (isStopping()) problems.push({ reason: 'stopping' })
      if (!counts || isRecent(refusedAtMs.queue_failed)) problems.push({ reason: 'queue_failed' })
      if (isRecent(refusedAtMs.queue_full)) problems.push({ reason: 'queue_full' })
      const down = problems.length > 0
      if (!down && isRecent(queueFailedAtMs)) problems.push({ reason: 'queue_failed' })
      if (await isDiskLow?.()) problems.push({ reason: 'disk' })
      if (counts) problems.push(...readQueue(counts))
      const shop = await readShop(counts)
      // Of an API that is known to take nothing there is no more to say.
      const isKnown = problems.some(({ reason }) => OF_THE_API.some((name) => name === reason))
      problems.push(...shop.problems.filter(({ reason }) => !(isKnown && reason === 'none_delivered')))
      return { ...shop, state: down ? 'down' : toState(problems), problems, counts }
    },
  }
}

function toState(problems: Trouble[]): Health['state'] {
  if (problems.length === 0) return 'ok'
  return problems.every(({ reason }) => reason === 'no_event_yet') ? 'new' : 'degraded'
}

/** What `/health` tells. */
export function toAnswer({ state, problems, share, told, lastOrderMs, counts }: Health) {
  const shop = {
    ...(share && { share, told, lastOrder: lastOrderMs === undefined ? null : new Date(lastOrderMs).toISOString() }),
  }
  if (!counts) return { state, problems, ...shop }
  const { waiting, waitingBytes, oldestWaitingMs = null, dead, deadBytes, droppedDead } = counts
  return { state, problems, ...shop, waiting, waitingBytes, oldestWaitingMs, dead, deadBytes, droppedDead }
}
