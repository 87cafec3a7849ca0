/**
 * Takes events from the queue, decides when and how many go at once, and sends them to the API. `outcomes.ts` acts on the answers.
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
/** The most events that were sent and whose end is not yet in the queue: all of them would be sent again after a crash. */
const MAX_IN_FLIGHT = 64
/** The most requests that the API has not answered, with those that hang and have freed their place. */
const MAX_OPEN = 32

/** The API is held for the one, takes none of the last events though it is there, or does not answer the neutral question. */
export type ApiTrouble = Trouble | 'none_taken' | 'question_unsuited'

export interface Forwarder {
  /** Looks whether there is something to send. Returns at once. */
  wake(): void
  /** Says what is wrong with the API as a whole, also while nothing is sent. */
  troubles(): ApiTrouble[]
  /** Resolves when nothing is under way, and nothing is due before the time that `defer` was told. */
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
  /** Waits for the next event, or for the API. By default a timer. */
  defer?: Defer
  /** How often the queue is looked at for what nobody tells of, such as an event that the operator replays. */
  pollMs?: number
  /** Keeps over a restart whether the neutral question suits the API, and until when that is left alone. */
  pause?: KeptPause
}

/** Why an event goes: its time has come, it shows whether the API takes any while everything is held, or whether it knows a list. */
type GoesAs = 'due' | 'trial' | 'list'

const deferByTimer: Defer = (run, waitMs) => {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

export function createForwarder(parts: Parts): Forwarder {
  const { settings, queue, callApi, log, now = Date.now, defer = deferByTimer, pollMs = POLL_MS } = parts
  const breaker = createBreaker({ now, concurrency: settings.apiConcurrency, kept: parts.pause })
  const supply = createSupply(queue, now)
  const question = createNeutralQuestion({ request: toQuestion(settings), callApi, now })
  const lists = createUnknownLists({ settings, callApi, now })
  const outcomes = createOutcomes({ breaker, question, lists, queue, log, now, ack })
  const inFlight = new Set<Promise<void>>()
  /** The ids of the events that take one of the places at the API. */
  const asking = new Set<string>()
  /** The ids of the events that the API has not answered, also those that hang. */
  const open = new Set<string>()
  /** The customers whose events were tried while everything is held: another's goes next. */
  let tried: string[] = []
  let isTrying = false
  let planned: { atMs: number; cancel: () => void } | undefined
  let turn = Promise.resolve()
  let turnWaits = false
  let stopped = false

  /**
   * Asks for a turn. Turns follow each other, so that two never claim for the same free places. A turn that has not begun
   * serves all who ask.
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
    const { most, trial, atMs } = breaker.allows()
    if (most === 0) {
      await supply.release()
      return whileHeld(trial, atMs)
    }
    const list = stopped ? undefined : lists.next()
    if (list !== undefined) begin(`list ${list}`, () => askForList(list))
    const free = Math.min(most - asking.size, MAX_OPEN - open.size)
    if (stopped || free <= 0 || inFlight.size >= MAX_IN_FLIGHT) return
    const { events, nextInMs } = await supply.take(free, most === settings.apiConcurrency)
    for (const event of events) begin(event.id, () => forward(event, 'due'))
    if (events.length === free) return // each of them wakes us when it is done
    sleep(Math.min(nextInMs ?? Number.POSITIVE_INFINITY, lists.nextInMs(), pollMs))
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

  /**
   * Tries the API while everything is held: by the question or by an event, one at a time. Meanwhile the queue is looked at:
   * what the operator takes out of it makes room for more.
   */
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
    begin(event.id, () => forward(event, 'trial').finally(done))
  }

  /**
   * Plans the next look at the queue. A timer that is early enough stays: one for each event would cost more than one that
   * comes for nothing.
   */
  function sleep(waitMs: number) {
    // At most an hour: a longer wait than 2^31 ms would come at once, and a clock may be set.
    const atMs = now() + Math.min(Math.max(waitMs, 1), HOUR_MS)
    if (stopped || (planned && planned.atMs <= atMs)) return
    planned?.cancel()
    planned = { atMs, cancel: defer(onTime, atMs - now()) }
  }

  /** Looks whether something is due. Often nothing is: the operator may have replayed something, and nobody else would tell. */
  async function onTime() {
    planned = undefined
    try {
      const waitMs = Math.min((await queue.nextInMs()) ?? Number.POSITIVE_INFINITY, lists.nextInMs())
      if (waitMs <= 0) wake()
      else sleep(Math.min(waitMs, pollMs))
    } catch (error) {
      onQueueFailed(error)
    }
  }

  /** One of its sign-ups goes too: the question may not suit this API. */
  async function askForList(list: string) {
    if (await outcomes.tryList(list)) return
    const { events } = await queue.claim(1, { notOf: [], list })
    if (events.length === 0) lists.forget(list) // nothing waits for it
    for (const event of events) await forward(event, 'list')
  }

  async function forward(event: QueuedEvent | Unfit, goesAs: GoesAs) {
    if ('unfit' in event) return outcomes.deadLetter(event, event.unfit)
    const request = toRequest(event, settings)
    const isHeld = event.kind === 'addToList' && lists.isUnknown(event.list) && goesAs !== 'list' && !event.isEarly
    if (!request || isHeld) return ack(event, { as: 'list_waits' })
    const isTest = event.kind === 'convert' && isTestOrder(event.text)
    open.add(event.id)
    const sent = { atMs: now(), isTrial: goesAs === 'trial' }
    const hangs = setTimeout(() => void freePlace(event.id), HANGS_MS)
    const answer = await callApi(isTest ? toQuestion(settings) : request).catch(() => undefined)
    clearTimeout(hangs)
    open.delete(event.id)
    return isTest ? outcomes.actOnTest(event, answer) : outcomes.act(event, answer, sent)
  }

  /** Frees the place of a request that hangs: as long as the API answers others, only its customer waits. */
  async function freePlace(id: string) {
    if (stopped || !(await outcomes.isThere()) || !open.has(id)) return
    asking.delete(id)
    wake()
  }

  /**
   * Writes what became of an event, again and again until the queue takes it. The API has acted by now and need not be asked
   * again. Its next request waits neither for our disk nor for a damaged page of it. Only `MAX_IN_FLIGHT` events may be unwritten,
   * so while the queue takes nothing for long, nothing more is sent.
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
    troubles: () => [
      ...(breaker.held ? [breaker.held] : []),
      ...(breaker.takesNone ? (['none_taken'] as const) : []),
      ...(breaker.question === 'unsuited' ? (['question_unsuited'] as const) : []),
    ],
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
