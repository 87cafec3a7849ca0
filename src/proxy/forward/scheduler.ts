/**
 * From the queue to the API: adds the key, asks, and acts on what the answer means.
 *
 * The API may see an event twice (its answer lost, the process killed) but never not at all; both of its calls may be
 * repeated.
 */

import { isTestOrder } from '../../contract/test-order.js'
import type { Log } from '../log/line.js'
import type { Defer } from '../queue/group.js'
import type { Disposition, Queue, QueuedEvent, Unfit } from '../queue/index.js'
import type { Settings } from '../settings.js'
import type { CallApi } from './api.js'
import { createBreaker, type KeptPause, type Trial } from './breaker.js'
import { createNeutralQuestion, type Trouble, toQuestion } from './neutral-question.js'
import { createOutcomes } from './outcomes.js'
import { HANGS_MS } from './policy.js'
import { toRequest } from './request.js'
import { createSupply } from './supply.js'
import { createUnknownLists } from './unknown-lists.js'

/** How long to leave a queue alone that failed: a full disk is emptied, a lock is given up. */
const QUEUE_FAILED_MS = 5_000
const POLL_MS = 5_000
const HOUR_MS = 3_600_000
/** Events that the API has answered and that are not yet written down; all of them would be sent again after a crash. */
const MAX_IN_FLIGHT = 64
/** Requests that the API has not answered, with those that hang and have freed their place. */
const MAX_OPEN = 32

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
  const question = createNeutralQuestion({ settings, callApi, now })
  const lists = createUnknownLists(now)
  const outcomes = createOutcomes({ breaker, question, lists, queue, log, now, ack })
  const inFlight = new Set<Promise<void>>()
  /** Those under way that take one of the places at the API. */
  const asking = new Set<string>()
  /** Those that the API has not answered. */
  const open = new Set<string>()
  /** Who was tried while everything is held: another customer's event goes next. */
  let tried: string[] = []
  let isTrying = false
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
    const { most, trial, atMs } = breaker.allows()
    if (most === 0) {
      await supply.release()
      return whileHeld(trial, atMs)
    }
    const free = Math.min(most - asking.size, MAX_OPEN - open.size)
    if (stopped || free <= 0 || inFlight.size >= MAX_IN_FLIGHT) return
    const { events, nextInMs } = await supply.take(free, most === settings.apiConcurrency)
    for (const event of events) begin(event.id, () => forward(event, false))
    if (events.length === free) return // each of them wakes us when it is done
    sleep(Math.min(nextInMs ?? Number.POSITIVE_INFINITY, pollMs))
  }

  function begin(id: string, work: () => Promise<void>) {
    asking.add(id)
    const job: Promise<void> = work()
      // A mistake of ours, since a failing queue is waited for. The event stays claimed, in nobody's way but its
      // customer's, until the next start, or its lease ends: ending the process for one event would end it again at each start.
      .catch((error: unknown) => log({ event: 'failed', id, reason: String(error) }))
      .finally(() => {
        asking.delete(id)
        inFlight.delete(job)
        wake()
      })
    inFlight.add(job)
  }

  /** One trial at a time. Meanwhile the queue is looked at: what the operator takes out of it makes room for more. */
  async function whileHeld(trial: Trial | undefined, atMs: number | undefined) {
    if (stopped || isTrying) return
    if (trial === undefined) return sleep(Math.min((atMs ?? now()) - now(), pollMs))
    isTrying = true
    const done = () => {
      isTrying = false
    }
    if (trial === 'question') return begin('question', () => outcomes.tryQuestion().finally(done))
    const { events } = await queue.claim(1, { notOf: tried }).catch((error) => {
      done()
      throw error
    })
    breaker.trying()
    const [event] = events
    if (!event) {
      done()
      return sleep(pollMs)
    }
    tried = [event.customer, ...tried].slice(0, MAX_OPEN)
    begin(event.id, () => forward(event, true).finally(done))
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

  async function forward(event: QueuedEvent | Unfit, isTrial: boolean) {
    if ('unfit' in event) return outcomes.deadLetter(event, event.unfit)
    const request = toRequest(event, settings)
    if (!request || (event.kind === 'addToList' && !event.isEarly && !lists.mayAsk(event.list))) {
      return ack(event, { as: 'list_waits' })
    }
    const isTest = event.kind === 'convert' && isTestOrder(event.text)
    open.add(event.id)
    const hangs = setTimeout(() => void freePlace(event.id), HANGS_MS)
    const answer = await callApi(isTest ? toQuestion(settings) : request).catch(() => undefined)
    clearTimeout(hangs)
    open.delete(event.id)
    return isTest ? outcomes.actOnTest(event, answer) : outcomes.act(event, answer, isTrial)
  }

  /** A request that hangs keeps nobody waiting but its customer, as long as the API answers others. */
  async function freePlace(id: string) {
    if (stopped || !(await outcomes.isThere()) || !open.has(id)) return
    asking.delete(id)
    wake()
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
