/**
 * Takes events from the queue, decides when and how many are sent in parallel, sends them to the API, and writes their
 * outcomes.
 *
 * The API gets every event at least once. It may get an event twice, because its answer was lost or the process was
 * killed. Both of its calls may be repeated.
 */
import { isTestOrder } from '../../contract/test-order.js'
import { HOUR_MS } from '../duration.js'
import type { Log } from '../log/line.js'
import type { Defer } from '../queue/group.js'
import { FAILURES, type Outcome, type Queue, type QueuedEvent, type UnfitEvent } from '../queue/index.js'
import type { Settings } from '../settings.js'
import type { ApiAnswer, CallApi } from './api.js'
import { createAway } from './away.js'
import { isTestDelivery, REFUSAL_WAITS_MS, toBackoffMs, toMeaning, toRefusal, toRetryAfterMs } from './policy.js'
import { toRequest } from './request.js'

/** Parallel requests. */
const PLACES = 8
/** A request that takes longer hangs. */
const HANGS_MS = 2_000
/** The most requests of events outside the first lane. A flood that hangs leaves the other places to calm events. */
const OTHERS = 4
/** The pause after the queue has failed. A full disk may get room, or another program may release its lock. */
const QUEUE_FAILED_MS = 5_000
const POLL_MS = 5_000
/** The most answered events whose outcome is not yet in the queue. All of them would be sent again after a crash. */
const MAX_UNWRITTEN = 64

interface Parts {
  settings: Settings
  queue: Pick<Queue, 'claim' | 'settle' | 'wake'>
  callApi: CallApi
  log: Log
  now?: () => number
  /** Waits for the next event, or for the API. By default a timer. */
  defer?: Defer
  /** The interval at which the queue is checked for changes by other programs, such as a replay by the operator. */
  pollMs?: number
}

export const deferByTimer: Defer = (run, waitMs) => {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

export type Forwarder = ReturnType<typeof createForwarder>

export function createForwarder(parts: Parts) {
  const { settings, queue, callApi, log, now = Date.now, defer = deferByTimer, pollMs = POLL_MS } = parts
  const away = createAway(now)
  /** The requests that the API has not answered, by the event's id. */
  const requests = new Map<string, { fromMs: number; isFirstLane: boolean }>()
  const jobs = new Set<Promise<void>>()
  let timer: { atMs: number; cancel: () => void } | undefined
  let turn = Promise.resolve()
  let turnWaits = false
  let isStopped = false

  /**
   * Checks the queue for events to send, in a turn. Turns run one after another, so two never claim events for one
   * place. A turn that has not begun serves all callers.
   */
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
    if (isStopped || jobs.size - requests.size >= MAX_UNWRITTEN) return // an outcome that is written starts a turn
    if (away.reason) return tryOne()
    const free = PLACES - requests.size
    if (free <= 0) return // the end of a request starts a turn
    const others = [...requests.values()].filter(({ isFirstLane }) => !isFirstLane).length
    const { events, nextInMs = pollMs } = await queue.claim(free, { others: OTHERS - others })
    for (const event of events) begin(event)
    if (events.length < free) sleep(Math.min(nextInMs, pollMs))
  }

  const countHanging = () => [...requests.values()].filter(({ fromMs }) => now() - fromMs >= HANGS_MS).length

  /** Tries one event while the API is away. A request that hangs does not block the next try. */
  async function tryOne() {
    if (requests.size >= PLACES) return // the end of a request starts a turn
    if (requests.size > countHanging()) return sleep(HANGS_MS)
    let nextInMs = pollMs
    for (const turn of ['calm', 'any'] as const) {
      const waitMs = away.nextInMs(turn) || (await tryTurn(turn))
      if (waitMs === 0) return sleep(HANGS_MS)
      nextInMs = Math.min(nextInMs, waitMs)
    }
    sleep(nextInMs)
  }

  /** @returns 0 if an event is tried, else the time until the next look */
  async function tryTurn(turn: 'calm' | 'any'): Promise<number> {
    const { events, nextInMs } = await queue.claim(1, { away: turn })
    if (events.some((event) => !('unfit' in event))) away.onTry(turn)
    for (const event of events) begin(event)
    if (events.length > 0) return 0
    // Without a calm event, only an arrival or the other wait changes anything.
    if (turn === 'calm') return pollMs
    if (nextInMs === undefined && requests.size === 0) away.end() // no event waits
    return Math.max(nextInMs ?? pollMs, 1)
  }

  function begin(event: QueuedEvent | UnfitEvent) {
    const job: Promise<void> = forward(event)
      // An error of our own code, because a failing queue is retried. The event stays claimed until the next start or
      // until its lease ends, and blocks only its line. If one event ended the process, it would do so at each start.
      .catch((error: unknown) => log({ event: 'failed', id: event.id, reason: String(error) }))
      .finally(() => {
        requests.delete(event.id)
        jobs.delete(job)
        wake()
      })
    jobs.add(job)
  }

  /** Plans the next check of the queue. An earlier timer stays, because one timer for each event would cost more. */
  function sleep(waitMs: number) {
    // At most an hour, because a wait of more than 2^31 ms would end immediately, and a clock may be set.
    const atMs = now() + Math.min(Math.max(waitMs, 1), HOUR_MS)
    if (isStopped || (timer && timer.atMs <= atMs)) return
    timer?.cancel()
    const cancel = defer(() => {
      timer = undefined
      wake()
    }, atMs - now())
    timer = { atMs, cancel }
  }

  async function forward(event: QueuedEvent | UnfitEvent) {
    if ('unfit' in event) return settle(event, { as: 'dead', reason: event.unfit })
    const request = toRequest(event, settings)
    if (!request) return refuse(event) // its list is no longer in RINGUP_LISTS
    requests.set(event.id, { fromMs: now(), isFirstLane: event.isCalm && event.attempts === 0 })
    const isTest = event.kind === 'convert' && isTestOrder(event.text)
    // A test order must not convert a session.
    const answer = await callApi(isTest ? { ...request, body: '{}' } : request).catch(() => undefined)
    const meaning = answer && isTest && isTestDelivery(answer) ? 'delivered' : toMeaning(answer)
    const status = answer && { status: answer.status }
    if (meaning === 'delivered') return deliver(event, { as: 'delivered', ...status }, isTest)
    if (meaning === 'refused') return refuse(event, answer)
    if (!isTest && away.fail(event.customer, meaning)) log({ event: 'api_away', reason: meaning, ...status })
    const waitMs = toRetryAfterMs(answer?.retryAfter, now()) ?? toBackoffMs(event)
    return settle(event, { as: 'retry', reason: meaning, waitMs, ...status })
  }

  /** A test order says nothing about the shop's events, so it does not end the state *away*. */
  async function deliver(event: QueuedEvent, outcome: Outcome, isTest: boolean) {
    const { reason } = away
    if (!isTest) away.deliver(event.customer)
    await settle(event, outcome)
    if (!reason || isTest) return
    log({ event: 'api_back', reason })
    // If this fails, the events keep their own time. Those that the API asked to wait keep it in any case.
    await queue.wake(FAILURES).catch((error) => log({ event: 'queue_failed', reason: String(error) }))
  }

  /** Retries an event that the API refuses for its content. Later it is a dead letter, if the API accepts others. */
  function refuse(event: QueuedEvent, answer?: ApiAnswer) {
    const reason = toRefusal(event, answer?.status ?? 404)
    const status = answer && { status: answer.status }
    const waitMs = REFUSAL_WAITS_MS[event.refusals]
    if (waitMs === undefined && away.hasDeliveredAnother(event.customer)) {
      return settle(event, { as: 'dead', reason, ...status, ...(answer && { answer: answer.text }) })
    }
    return settle(event, { as: 'retry', reason, waitMs: waitMs ?? toBackoffMs(event), isRefusal: true, ...status })
  }

  /**
   * Writes the event's outcome, and retries until the queue has stored it. The API has already acted, so it is not asked
   * again. The next request does not wait for the disk.
   */
  async function settle(event: QueuedEvent | UnfitEvent, outcome: Outcome) {
    requests.delete(event.id)
    wake()
    for (;;) {
      try {
        return await queue.settle(event.id, outcome)
      } catch (error) {
        log({ event: 'queue_failed', id: event.id, reason: String(error) })
        if (isStopped) return // sent again after the next start
        await new Promise((resolve) => setTimeout(resolve, QUEUE_FAILED_MS))
      }
    }
  }

  return {
    wake,
    /** The reason why the API is away. */
    away: () => away.reason,
    /** Resolves when no request is under way, and no work is due before the time that was passed to `defer`. */
    async idle() {
      let turnBefore: Promise<void>
      do {
        turnBefore = turn
        await turnBefore
        await Promise.all(jobs)
      } while (turn !== turnBefore)
    },
    /** Lets requests under way finish. Unsent events stay in the queue. */
    async stop() {
      isStopped = true
      timer?.cancel()
      await turn
      await Promise.all(jobs)
    },
  }
}
