/**
 * Takes events from the queue, decides when and how many are sent in parallel, and sends them to the API.
 *
 * `target.ts` decides whether orders, or the sign-ups of a list, are sent. `outcomes.ts` acts on the answers. The API
 * gets every event at least once. It may get an event twice, because its answer was lost or the process was killed.
 * Both of its calls may be repeated.
 */
import { isTestOrder } from '../../contract/test-order.js'
import type { Log } from '../log/line.js'
import type { Defer } from '../queue/group.js'
import type { Disposition, Queue, QueuedEvent, Unfit } from '../queue/index.js'
import type { Settings } from '../settings.js'
import type { CallApi } from './api.js'
import { createOpenRequests } from './open-requests.js'
import { createOutcomes } from './outcomes.js'
import { HOUR_MS, type Trouble } from './policy.js'
import { createPrefetch } from './prefetch.js'
import { createQuestion } from './question.js'
import { toRequest } from './request.js'
import { createTarget, type KeptPause, type Target, type Trial } from './target.js'

/**
 * The pause after the queue has failed. In the meantime a full disk may get room, or another program may release its
 * lock.
 */
const QUEUE_FAILED_MS = 5_000
const POLL_MS = 5_000
/** The most sent events whose result is not yet in the queue. All of them would be sent again after a crash. */
const MAX_IN_FLIGHT = 64
/** The most customers that a probe avoids because their events were tried before. */
const MAX_TRIED = 32

/**
 * The reason why the API is on hold. Or the API accepts none of the last events, or does not answer the neutral
 * question.
 */
export type ApiTrouble = Trouble | 'none_taken' | 'question_unsuited'

interface Parts {
  settings: Settings
  queue: Pick<Queue, 'claim' | 'release' | 'ack' | 'wake' | 'nextInMs' | 'readRefused'>
  callApi: CallApi
  log: Log
  now?: () => number
  /** Waits for the next event, or for the API. By default a timer. */
  defer?: Defer
  /** The interval at which the queue is checked for changes by other programs, such as a replay by the operator. */
  pollMs?: number
  /** Stores two facts over a restart: whether the neutral question suits the API, and until when the API is on hold. */
  pause?: KeptPause
}

export const deferByTimer: Defer = (run, waitMs) => {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

export type Forwarder = ReturnType<typeof createForwarder>

export function createForwarder(parts: Parts) {
  const { settings, queue, callApi, log, now = Date.now, defer = deferByTimer, pollMs = POLL_MS } = parts
  const { apiConcurrency: concurrency } = settings
  const asks = { settings, callApi, now }
  const orders = createTarget({ question: createQuestion(asks), now, concurrency, kept: parts.pause })
  const lists = new Map<string, Target>()
  const prefetch = createPrefetch(queue, now)
  const outcomes = createOutcomes({ orders, toTarget, queue, log, now, ack })
  const isThere = async () => !stopped && (await outcomes.isThere()) // a proxy that is stopping does not need the place
  const requests = createOpenRequests({ callApi, isThere, onHangs: freePlace, now })
  const inFlight = new Set<Promise<void>>()
  /** The events that occupy a place at the API, by id. */
  const asking = new Set<string>()
  /** The customers whose events were tried while the API is on hold. */
  let tried: string[] = []
  let planned: { atMs: number; cancel: () => void } | undefined
  let turn = Promise.resolve()
  let turnWaits = false
  let stopped = false

  function toTarget(event: QueuedEvent): Target {
    if (event.kind === 'convert') return orders
    const { list } = event
    const target = lists.get(list) ?? createTarget({ question: createQuestion(asks, list), now, list })
    lists.set(list, target)
    return target
  }

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
    if (stopped) return
    // While the API is on hold, questions about its lists are not sent.
    const targets = orders.held ? [orders] : [orders, ...lists.values()]
    for (const target of targets) for (const trial of target.due()) await beginTrial(target, trial)
    const triesInMs = Math.min(...targets.map((target) => target.nextInMs()))
    if (orders.most === 0) {
      await prefetch.release()
      return sleep(Math.min(triesInMs, pollMs))
    }
    const free = orders.most - asking.size
    if (free <= 0 || inFlight.size >= MAX_IN_FLIGHT) return sleep(triesInMs)
    const { events, nextInMs } = await prefetch.take(free, orders.most === concurrency)
    for (const event of events) {
      asking.add(event.id)
      begin(event.id, () => forward(event))
    }
    // If all places are taken, the next request that ends starts a turn.
    sleep(events.length === free ? triesInMs : Math.min(nextInMs ?? Number.POSITIVE_INFINITY, triesInMs, pollMs))
  }

  function begin(id: string, work: () => Promise<void>) {
    const job: Promise<void> = work()
      // An error of our own code, because a failing queue is retried. The event stays claimed until the next start or
      // until its lease ends, and blocks only its customer. If one event ended the process, it would do so at each
      // start.
      .catch((error: unknown) => log({ event: 'failed', id, reason: String(error) }))
      .finally(() => {
        asking.delete(id)
        inFlight.delete(job)
        wake()
      })
    inFlight.add(job)
  }

  /** Tries a target that is not open, by its question or by one event. */
  async function beginTrial(target: Target, trial: Trial) {
    target.trying(trial)
    if (trial === 'question') return begin(`question ${target.list}`, () => outcomes.tryQuestion(target))
    const { list } = target
    const { events } = await queue.claim(1, list === undefined ? { notOf: tried } : { notOf: [], list })
    if (events.length === 0 && list !== undefined) target.pass() // no sign-up waits for the list
    for (const event of events) {
      if (!target.mayTry('attempts' in event ? event.attempts : 0)) {
        await queue.release([event.id])
        continue
      }
      if (list === undefined) tried = [event.customer, ...tried].slice(0, MAX_TRIED)
      asking.add(event.id)
      begin(event.id, () => forward(event, target))
    }
  }

  /** Plans the next check of the queue. An earlier timer stays, because one timer for each event would cost more. */
  function sleep(waitMs: number) {
    // At most an hour, because a wait of more than 2^31 ms would end at once, and a clock may be set.
    const atMs = now() + Math.min(Math.max(waitMs, 1), HOUR_MS)
    if (stopped || waitMs === Number.POSITIVE_INFINITY || (planned && planned.atMs <= atMs)) return
    planned?.cancel()
    planned = { atMs, cancel: defer(onTime, atMs - now()) }
  }

  /** Checks whether an event is due. An operator may have replayed one, and this is the only signal. */
  async function onTime() {
    planned = undefined
    try {
      const triesInMs = Math.min(...[orders, ...lists.values()].map((target) => target.nextInMs()))
      const waitMs = Math.min((await queue.nextInMs()) ?? Number.POSITIVE_INFINITY, triesInMs)
      if (waitMs <= 0) wake()
      else sleep(Math.min(waitMs, pollMs))
    } catch (error) {
      onQueueFailed(error)
    }
  }

  /** @param tries the target that this event tests while it is not open */
  async function forward(event: QueuedEvent | Unfit, tries?: Target) {
    if ('unfit' in event) return outcomes.deadLetter(event, event.unfit)
    const request = toRequest(event, settings)
    const target = toTarget(event)
    const isHeld = target.list !== undefined && target.state === 'on hold' && tries !== target && !event.isEarly
    if (!request || isHeld) return ack(event, { as: 'list_waits' })
    if (event.kind === 'convert' && isTestOrder(event.text)) return outcomes.actOnTest(event, await orders.ask())
    // If requests of its network hung, a new event waits once for the new events of other networks.
    if (!tries && event.attempts === 0 && requests.isSuspect(event.network)) return outcomes.giveWay(event)
    const sent = { atMs: now(), isTrial: tries === orders }
    const answer = await requests.call(event.id, event.network, request)
    if (answer === 'ended') return outcomes.detach(event, 'unreachable')
    return outcomes.act(event, answer, sent)
  }

  /** Frees the place of a hanging request while the API answers others. It then blocks only its customer. */
  function freePlace(id: string) {
    asking.delete(id)
    if (!stopped) wake()
  }

  /**
   * Writes the event's result, and retries until the queue has stored it. The API has already acted, so it is not asked
   * again. The next request does not wait for the disk or for a damaged page of it. At most `MAX_IN_FLIGHT` results may
   * be unwritten, so sending stops if the queue fails for long.
   */
  async function ack(event: QueuedEvent | Unfit, disposition: Disposition) {
    asking.delete(event.id)
    wake()
    for (;;) {
      try {
        return await queue.ack(event.id, disposition)
      } catch (error) {
        log({ event: 'queue_failed', id: event.id, reason: String(error) })
        if (stopped) return // sent again after the next start
        await new Promise((resolve) => setTimeout(resolve, QUEUE_FAILED_MS))
      }
    }
  }

  return {
    wake,
    /** Lists the troubles of the API as a whole, even while nothing is sent. */
    troubles(): ApiTrouble[] {
      const troubles: ApiTrouble[] = orders.held ? [orders.held] : []
      if (!orders.held && [orders, ...lists.values()].some(({ takesNone }) => takesNone)) troubles.push('none_taken')
      if (orders.suits === 'unsuited') troubles.push('question_unsuited')
      return troubles
    },
    /** Resolves when no request is under way, and no work is due before the time that was passed to `defer`. */
    async idle() {
      let seen: Promise<void>
      do {
        seen = turn
        await seen
        await Promise.all(inFlight)
      } while (turn !== seen)
    },
    /** Lets requests under way finish. Unsent events stay in the queue. */
    async stop() {
      stopped = true
      planned?.cancel()
      await turn
      await Promise.all(inFlight)
      await prefetch.release().catch(onQueueFailed) // otherwise the claims end with the process
    },
  }
}
