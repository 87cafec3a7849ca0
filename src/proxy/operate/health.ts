/**
 * How the proxy is, for whoever watches it. No personal data.
 *
 * `down` means that pages get 503 and browsers keep their events. An API that is away is no such case: events are taken
 * and kept, so that is `degraded`, and whoever takes unhealthy servers out of service leaves this one in.
 */

import type { Counts, Reason } from '../queue/index.js'
import type { Seen, StepOutcome } from './watch.js'

/** How long one refused event says that the queue takes none. Longer than the 30 s after which browsers are told to come again. */
const REFUSING_MS = 60_000

/** Of the API as a whole, in the order they are told when nothing is known but what events wait for. */
const OF_THE_API = ['credentials', 'address', 'unreachable', 'busy'] as const
type OfTheApi = (typeof OF_THE_API)[number]

export type ProblemName = OfTheApi | 'unknown_list' | 'disk' | 'queue_full' | 'queue_failed' | 'stopping'

export interface Health {
  state: 'ok' | 'degraded' | 'down'
  problems: {
    reason: ProblemName
    /** Of `unknown_list`: the list's public name, when it is known. */
    list?: string
  }[]
  /** Undefined when the queue cannot be read. */
  counts: Counts | undefined
}

type HealthProblem = Health['problems'][number]

export const PROBLEM_NAMES: ProblemName[] = [
  ...OF_THE_API,
  ...(['unknown_list', 'disk', 'queue_full', 'queue_failed', 'stopping'] as const),
]
/** An API that says this of an event has understood it: it is there, and so is the key. */
const SAYS_ALL_IS_WELL: StepOutcome[] = ['delivered', 'refused', 'no_session']

interface Parts {
  count: () => Promise<Counts>
  isStopping: () => boolean
  /** What the forwarder knows to be wrong with the API: a key that is refused for one event may be right. */
  trouble?: (() => Reason | undefined) | undefined
  /** The disk of the database is nearly full. */
  isDiskLow?: (() => Promise<boolean>) | undefined
  now: () => number
}

export interface HealthWatch {
  onSeen(seen: Seen): void
  /** An event that waits could not be read, or what became of it not be written. Pages are not refused for that. */
  onQueueFailed(): void
  read(): Promise<Health>
}

export function createHealth({ count, isStopping, trouble, isDiskLow, now }: Parts): HealthWatch {
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

  function readApi(waitingFor: (reason: Reason) => boolean): HealthProblem[] {
    const known = OF_THE_API.find((reason) => reason === trouble?.())
    const reason = known ?? (api === 'unknown' ? OF_THE_API.find(waitingFor) : api)
    return reason === undefined || reason === 'well' ? [] : [{ reason }]
  }

  function readLists(waitingFor: (reason: Reason) => boolean): HealthProblem[] {
    if (!waitingFor('unknown_list'))
      unknownLists.clear() // delivered, or nothing is left to deliver
    else if (unknownLists.size === 0) return [{ reason: 'unknown_list' }]
    return [...unknownLists].map((list) => ({ reason: 'unknown_list', list }))
  }

  return {
    onSeen,
    onQueueFailed() {
      queueFailedAtMs = now()
    },
    async read() {
      const counts = await count().catch(() => undefined)
      const waitingFor = (reason: Reason) => counts?.waitingBy.some((row) => row.reason === reason) ?? false
      const isRecent = (atMs: number) => now() - atMs < REFUSING_MS
      const problems: HealthProblem[] = []
      if (isStopping()) problems.push({ reason: 'stopping' })
      if (!counts || isRecent(refusedAtMs.queue_failed)) problems.push({ reason: 'queue_failed' })
      if (isRecent(refusedAtMs.queue_full)) problems.push({ reason: 'queue_full' })
      const down = problems.length > 0
      if (!down && isRecent(queueFailedAtMs)) problems.push({ reason: 'queue_failed' })
      if (await isDiskLow?.()) problems.push({ reason: 'disk' })
      if (counts && counts.waiting > 0) problems.push(...readApi(waitingFor), ...readLists(waitingFor))
      return { state: down ? 'down' : problems.length > 0 ? 'degraded' : 'ok', problems, counts }
    },
  }
}

/** What `/health` tells. */
export function toAnswer({ state, problems, counts }: Health) {
  if (!counts) return { state, problems }
  const { waiting, waitingBytes, oldestWaitingMs = null, dead, deadBytes, droppedDead } = counts
  return { state, problems, waiting, waitingBytes, oldestWaitingMs, dead, deadBytes, droppedDead }
}
