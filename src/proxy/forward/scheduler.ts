/**
 * From the queue to the API: adds the key, asks, and acts on what the answer means.
 *
 * The API may see an event twice (its answer lost, the process killed) but never not at all; both of its calls may be
 * repeated.
 */
import type { Log } from '../log/line.js'
import type { Defer } from '../queue/group.js'
import type { Claimed, Claiming, Disposition, Queue, QueuedEvent, Unfit } from '../queue/index.js'
import type { Settings } from '../settings.js'
import { createBreaker, type KeptPause, type Trouble } from './breaker.js'
import type { CallApi } from './call-api.js'
import { createOutcomes } from './outcomes.js'
import { MAX_AGE_MS } from './policy.js'
import { toRequest } from './request.js'
import { createSupply } from './supply.js'

/** How long to leave a queue alone that failed: a full disk is emptied, a lock is given up. */
const QUEUE_FAILED_MS = 5_000
const POLL_MS = 5_000
const HOUR_MS = 3_600_000
/** Answered by the API and not yet written down; all of them would be sent again after a crash. */
const MAX_IN_FLIGHT = 64

export interface Forwarder {
  /** There may be something to send. Answers at once. */
  wake(): void
  /** What is wrong with the API as a whole, also while nothing is sent. */
  trouble(): Trouble | undefined
  /** Resolves when nothing is under way, and nothing to be sent before the time that `defer` was told. */
  idle(): Promise<void>
  /** Lets requests under way finish; what is not sent stays in the queue. */
  stop(): Promise<void>
}

interface Parts {
  settings: Settings
  queue: Pick<Queue, 'claim' | 'release' | 'ack' | 'wake' | 'nextInMs'>
  callApi: CallApi
  log: Log
  now?: () => number
  /** How to wait for the next event, or for the API. */
  defer?: Defer
  /** How often to look for what nobody tells of: an event that the operator replays. */
  pollMs?: number
  pause?: KeptPause
}

const deferByTimer: Defer = (run, waitMs) => {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

export function createForwarder(parts: Parts): Forwarder {
  const { settings, queue, callApi, log, now = Date.now, defer = deferByTimer, pollMs = POLL_MS } = parts
  const breaker = createBreaker({ now, concurrency: settings.apiConcurrency, kept: parts.pause })
  const supply = createSupply(queue, now)
  const outcomes = createOutcomes({ breaker, queue, log, now, ack })
  const inFlight = new Set<Promise<void>>()
  /** Of those under way, who takes one of the places at the API. */
  const asking = new Set<string>()
  let planned: { atMs: number; cancel: () => void } | undefined
  let turn = Promise.resolve()
  let turnWaits = false
  let stopped = false

  /** Turns follow each other, so that two never claim for the same free places. One that has not begun is for all. */
  function wake() {
    if (turnWaits) return
    turnWaits = true
    turn = turn.then(takeTurn).catch(onQueueFailed)
  }

  function onQueueFailed(error: unknown) {
    log({ event: 'queue_failed', reason: String(error) })
    sleep(QUEUE_FAILED_MS)
  }

  async function takeTurn() {
    turnWaits = false
    const { most, which, atMs } = breaker.allows()
    const free = most - asking.size
    if (most === 0) await supply.release()
    if (stopped || free <= 0 || inFlight.size >= MAX_IN_FLIGHT) return sleepUntilProbe(atMs)
    const { events, nextInMs, isQuestion } = await claim(free, most === settings.apiConcurrency, which)
    for (const event of events) {
      asking.add(event.id)
      const job: Promise<void> = forward(event, isQuestion)
        // A mistake of ours, since a failing queue is waited for. The event stays claimed, in nobody's way but its
        // customer's, until the next start, or its lease ends: ending the process for one event would end it again at each start.
        .catch((error: unknown) => log({ event: 'failed', id: event.id, reason: String(error) }))
        .finally(() => {
          asking.delete(event.id)
          inFlight.delete(job)
          wake()
        })
      inFlight.add(job)
    }
    if (events.length === free) return // each of them wakes us when it is done
    sleep(Math.min(nextInMs ?? Number.POSITIVE_INFINITY, pollMs))
  }

  /** Where there is no event as the breaker wants it, any that is due. */
  async function claim(free: number, isAhead: boolean, which?: Claiming): Promise<Claimed & { isQuestion: boolean }> {
    const claimed = await supply.take(free, isAhead, which)
    if (!which || claimed.events.length > 0) return { ...claimed, isQuestion: which !== undefined }
    return { ...(await supply.take(free, false)), isQuestion: false }
  }

  /** Meanwhile the queue is looked at: what the operator takes out of it makes room for more. */
  function sleepUntilProbe(atMs: number | undefined) {
    if (!stopped && atMs !== undefined && inFlight.size === 0) sleep(Math.min(atMs - now(), pollMs))
  }

  /** Keeps a timer that comes early enough: one for each event would cost more than one that comes for nothing. */
  function sleep(waitMs: number) {
    // At most an hour: a longer wait than 2^31 ms would come at once, and a clock may be set.
    const atMs = now() + Math.min(Math.max(waitMs, 1), HOUR_MS)
    if (stopped || (planned && planned.atMs <= atMs)) return
    planned?.cancel()
    planned = { atMs, cancel: defer(onTime, atMs - now()) }
  }

  /** Often nothing is due: the operator may have replayed something, and nobody else would tell. */
  async function onTime() {
    planned = undefined
    try {
      const waitMs = (await queue.nextInMs()) ?? Number.POSITIVE_INFINITY
      if (waitMs <= 0) wake()
      else sleep(Math.min(waitMs, pollMs))
    } catch (error) {
      onQueueFailed(error)
    }
  }

  async function forward(event: QueuedEvent | Unfit, isQuestion: boolean) {
    if ('unfit' in event) return outcomes.deadLetter(event, event.unfit)
    if (!event.replayed && event.ageMs > MAX_AGE_MS[event.kind]) return outcomes.deadLetter(event, 'expired')
    const request = toRequest(event, settings)
    if (!request) return outcomes.holdList(event)
    const answer = await callApi(request).catch(() => undefined)
    return answer ? outcomes.act(event, answer, isQuestion) : outcomes.retryUnreachable(event)
  }

  /**
   * Writes what became of an event until the queue takes it. The API has acted by now and need not be asked again; its
   * next request need not wait for our disk, either; when a page of it is damaged, nobody has to. How many of them there
   * may be is limited, so a queue that takes nothing for long sends nothing more.
   */
  async function ack(event: QueuedEvent | Unfit, disposition: Disposition) {
    asking.delete(event.id)
    wake()
    for (;;) {
      try {
        return await queue.ack(event.id, disposition)
      } catch (error) {
        log({ event: 'queue_failed', id: event.id, reason: String(error) })
        if (stopped) return // sent again at the next start
        await new Promise((resolve) => setTimeout(resolve, QUEUE_FAILED_MS))
      }
    }
  }

  return {
    wake,
    trouble: () => breaker.trouble,
    async idle() {
      let seen: Promise<void>
      do {
        seen = turn
        await seen
        await Promise.all(inFlight)
      } while (turn !== seen)
    },
    async stop() {
      stopped = true
      planned?.cancel()
      await turn
      await Promise.all(inFlight)
      await supply.release().catch(onQueueFailed) // else it goes when the process has ended
    },
  }
}
