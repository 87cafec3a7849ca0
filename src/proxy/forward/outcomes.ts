/** What an answer of the API, or none, means for the event and for all others: written to the queue, told to the breaker, logged. */
import type { Log } from '../log/line.js'
import type { Disposition, Queue, QueuedEvent, Reason, Unfit } from '../queue/index.js'
import { type Breaker, PROBE_MS, type Trouble } from './breaker.js'
import type { ApiAnswer } from './call-api.js'
import { MISCONFIGURED_MS, MISS_WAITS_MS, toBackoffMs, toRetryAfterMs, toVerdict } from './policy.js'

/** The line that says that trouble has begun; `api_back` says that it is over. */
const BEGINNINGS: Record<Trouble, string> = {
  unreachable: 'api_unreachable',
  busy: 'api_busy',
  credentials: 'api_held',
  address: 'api_held',
}

interface Parts {
  breaker: Breaker
  queue: Pick<Queue, 'wake'>
  log: Log
  now: () => number
  ack(event: QueuedEvent | Unfit, disposition: Disposition): Promise<void>
}

export function createOutcomes({ breaker, queue, log, now, ack }: Parts) {
  let told = breaker.trouble

  async function act(event: QueuedEvent, answer: ApiAnswer, isQuestion: boolean) {
    const verdict = toVerdict(answer)
    if (verdict === 'credentials' || verdict === 'address') return doubt(event, verdict, answer, isQuestion)
    if (verdict === 'busy') return retryBusy(event, answer)
    await pass()
    if (verdict === 'delivered') return ack(event, { as: 'delivered', status: answer.status })
    if (verdict === 'refused') return deadLetter(event, 'refused', answer)
    if (event.kind === 'convert') return retryMissed(event, 'no_session', 'no_session', answer)
    return holdList(event, answer.status)
  }

  async function pass() {
    const was = breaker.trouble
    breaker.pass()
    tellTrouble()
    // When it fails, what waits goes on at its own time.
    const onFailed = (error: unknown) => log({ event: 'queue_failed', reason: String(error) })
    if (was === 'unreachable' && !breaker.trouble) await queue.wake('unreachable').catch(onFailed)
  }

  async function retryUnreachable(event: QueuedEvent) {
    const { isWell } = breaker
    breaker.fail()
    tellTrouble()
    const backoffMs = toBackoffMs(event)
    // Among others that get through, an event that does not has its own wait. When none gets through, it is never longer than
    // the breaker's: what is due by then is its probe, and perhaps the only event there is.
    await retry(event, 'unreachable', isWell && !breaker.isOpen ? backoffMs : Math.min(backoffMs, PROBE_MS))
  }

  async function retryBusy(event: QueuedEvent, { retryAfter, status }: ApiAnswer) {
    const askedMs = toRetryAfterMs(retryAfter, now())
    breaker.busy(askedMs)
    tellTrouble(status)
    await retry(event, 'busy', askedMs ?? toBackoffMs(event), status)
  }

  /** "Wrong key", "wrong address": it may be so, or something before the API minds this event. */
  async function doubt(event: QueuedEvent, reason: 'credentials' | 'address', answer: ApiAnswer, isQuestion: boolean) {
    const { customer, kind, misses } = event
    const beforeMs = now() - (MISS_WAITS_MS[misses - 1] ?? 0)
    const verdict = breaker.doubt(reason, { customer, kind, misses, isQuestion, beforeMs })
    tellTrouble(answer.status)
    if (verdict === 'alone') return retryMissed(event, reason, 'refused', answer)
    await retry(event, reason, MISCONFIGURED_MS, answer.status) // as a probe, or until there is another customer's event to ask with
  }

  /** The API takes others, but not this one: again some times, then it is a dead letter. */
  async function retryMissed(event: QueuedEvent, reason: Reason, end: Reason, answer: ApiAnswer) {
    const waitMs = MISS_WAITS_MS[event.misses]
    if (waitMs === undefined) await deadLetter(event, end, answer)
    else await ack(event, { as: 'retry', reason, waitMs, miss: true, status: answer.status })
  }

  const retry = (event: QueuedEvent, reason: Reason, waitMs: number, status?: number) =>
    ack(event, { as: 'retry', reason, waitMs, ...(status && { status }) })

  async function holdList(event: QueuedEvent, status?: number) {
    log({ event: 'list_held', id: event.id, kind: event.kind, reason: 'unknown_list' })
    await ack(event, { as: 'list_unknown', waitMs: MISCONFIGURED_MS, ...(status && { status }) })
  }

  async function deadLetter(event: QueuedEvent | Unfit, reason: Reason, answer?: ApiAnswer) {
    const status = answer && { status: answer.status }
    log({ event: 'dead_letter', id: event.id, kind: event.kind, reason, ...status })
    await ack(event, { as: 'dead', reason, ...status, ...(answer && { answer: answer.text }) })
  }

  /** One line when trouble begins, one when it is over. */
  function tellTrouble(status?: number) {
    const { trouble } = breaker
    if (trouble === told) return
    if (trouble) log({ event: BEGINNINGS[trouble], reason: trouble, ...(status && { status }) })
    else if (told) log({ event: 'api_back', reason: told })
    told = trouble
  }

  return { act, retryUnreachable, holdList, deadLetter }
}
