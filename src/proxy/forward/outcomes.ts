/** Acts on the API's answer to an event: writes it to the queue, informs the targets, and logs it. */
import type { Log } from '../log/line.js'
import type { Disposition, Queue, QueuedEvent, Reason, Unfit } from '../queue/index.js'
import type { ApiAnswer } from './api.js'
import {
  DOUBT_MS,
  type Meaning,
  MINUTE_MS,
  MISS_WAITS_MS,
  type Trouble,
  toBackoffMs,
  toMeaning,
  toRetryAfterMs,
} from './policy.js'
import type { Reply } from './question.js'
import type { Target } from './target.js'

/** The log line with which trouble begins. `api_back` ends it. */
const BEGINNINGS: Record<Trouble, string> = {
  unreachable: 'api_unreachable',
  busy: 'api_busy',
  credentials: 'api_held',
  address: 'api_held',
}
const TROUBLES = Object.keys(BEGINNINGS) as Trouble[] // the keys of a Record<Trouble, …>
const isTrouble = (meaning: Meaning): meaning is Trouble => meaning in BEGINNINGS

/**
 * The wait of an event while the API is on hold. The target decides which event is tried, but the event must be due.
 */
const HELD_MS = 1_000

const MAX_DOUBTERS = 1_000

/** The way an event was sent. */
interface Sent {
  atMs: number
  /** The event was sent while the API was on hold. */
  isTrial: boolean
}

interface Parts {
  /** The target of orders, which represents the API as a whole. */
  orders: Target
  toTarget(event: QueuedEvent): Target
  queue: Pick<Queue, 'wake' | 'readRefused'>
  log: Log
  now: () => number
  ack(event: QueuedEvent | Unfit, disposition: Disposition): Promise<void>
}

export function createOutcomes({ orders, toTarget, queue, log, now, ack }: Parts) {
  let told = orders.held
  /** The customer of the last failed event since the last delivery. */
  let failedLast: string | undefined
  /** The events that were the first sign of trouble, by id. */
  const doubters = new Set<string>()

  /** @param answer undefined if no answer or only half of one arrived */
  async function act(event: QueuedEvent, answer: ApiAnswer | undefined, sent: Sent) {
    const target = toTarget(event)
    const meaning = toMeaning(answer)
    if (isTrouble(meaning)) return settle(event, meaning, answer)
    if (!answer) return settle(event, 'unreachable')
    // On hold, only the delivery of a trial means more than the question. A server in front of the API may give other
    // answers.
    const isOpening = meaning === 'delivered' && (sent.isTrial || orders.state === 'doubted')
    if (isOpening || orders.state === 'open') await pass()
    if (meaning === 'delivered') return deliver(event, target, answer, sent)
    if (meaning === 'refused') return refuse(event, target, answer)
    if (event.kind === 'addToList') return missList(event, target, answer)
    const subject = await judge(() => orders.ask(MINUTE_MS))
    if (subject !== 'event') return waitForApi(event, orders.held ?? 'address', answer)
    target.read()
    return retryMissed(event, 'no_session', answer)
  }

  /** @param reply to the question, which was sent instead of a test order */
  async function actOnTest(event: QueuedEvent, reply: Reply) {
    if (reply.is === 'there') return ack(event, { as: 'delivered', status: reply.status })
    if (orders.state === 'open') doubt(reply) // else a stranger's test orders would delay the question
    return waitForApi(event, reply.is === 'away' ? reply.reason : 'address')
  }

  /** Handles an answer that could be about the API or about this event. The question decides. */
  async function settle(event: QueuedEvent, reason: Trouble, answer?: ApiAnswer) {
    const subject = await judge(() => askAbout(event))
    // An event may cause the trouble itself: a firewall may ban the proxy because of it. The second time, the event is
    // detached.
    const isSecond = subject === 'doubt' && doubters.has(event.id)
    if (subject === 'event' || isSecond) return detach(event, reason, answer)
    if (doubters.size > MAX_DOUBTERS) doubters.clear()
    if (subject === 'doubt') doubters.add(event.id)
    return waitForApi(event, reason, answer)
  }

  /**
   * Asks about the API. A valid reply is reused for one customer. If another customer's event fails later, the API may
   * have gone in the meantime, so the question is asked again.
   */
  function askAbout({ customer }: QueuedEvent): Promise<Reply> {
    const isSecond = failedLast !== undefined && failedLast !== customer
    failedLast = customer
    return isSecond ? orders.askNow() : orders.ask()
  }

  /**
   * Decides whether an answer is about the event or about the API. `doubt`: about the API, and the first sign of
   * trouble. While the API is not open, the question has its own times.
   */
  async function judge(ask: () => Promise<Reply>): Promise<'event' | 'API' | 'doubt'> {
    if (orders.suits === 'unsuited') return 'event'
    const reply = orders.state === 'open' ? await ask() : undefined
    if (orders.state !== 'open' || !reply) return 'API'
    if (reply.is === 'there') return 'event'
    doubt(reply)
    return 'doubt'
  }

  function doubt(reply: Reply) {
    if (reply.is !== 'there') orders.fail(reply)
    tellTrouble('status' in reply ? reply.status : undefined)
  }

  const waitForApi = (event: QueuedEvent, reason: Reason, answer?: ApiAnswer) =>
    retry(event, reason, orders.state === 'on hold' ? HELD_MS : DOUBT_MS, answer)

  const retry = (event: QueuedEvent, reason: Reason, waitMs: number, answer?: ApiAnswer, how = {}) =>
    ack(event, { as: 'retry', reason, waitMs, ...how, ...(answer && { status: answer.status }) })

  /** Retries the event a little later. It blocks only its line. */
  const giveWay = (event: QueuedEvent) => retry(event, 'unreachable', toBackoffMs(event))

  /** Detaches the event from its line, because the API accepts others. */
  async function detach(event: QueuedEvent, reason: Trouble | 'none_taken', answer?: ApiAnswer) {
    toTarget(event).refuse(event.customer)
    if (answer && (reason === 'credentials' || reason === 'address')) return retryMissed(event, reason, answer)
    const waitMs = toRetryAfterMs(answer?.retryAfter, now()) ?? toBackoffMs(event)
    await retry(event, reason, waitMs, answer, { isDetached: true })
  }

  /** Retries the event some more times, then makes it a dead letter. A try before its time does not count. */
  async function retryMissed(event: QueuedEvent, reason: 'no_session' | 'credentials' | 'address', answer: ApiAnswer) {
    const last = MISS_WAITS_MS.at(-1) ?? 0
    const isOver = event.misses >= MISS_WAITS_MS.length && !event.isEarly
    if (isOver && reason === 'no_session') return deadLetter(event, 'no_session', answer)
    // The API may accept the key for the question, but not for events. Then these events wait.
    const takesOthers = toTarget(event).hasDeliveredOther(event.customer, now() - last)
    if (isOver && takesOthers) return deadLetter(event, 'refused', answer)
    await retry(event, reason, MISS_WAITS_MS[event.misses] ?? last, answer, { isDetached: true, isMiss: true })
  }

  /**
   * Refuses the event. If the API refuses one customer after another, the fault may be the API's own. Then the events
   * wait.
   */
  async function refuse(event: QueuedEvent, target: Target, answer: ApiAnswer) {
    await target.recall(() => queue.readRefused(target.list ?? ''))
    if (target.takesNone) return detach(event, 'none_taken', answer)
    target.refuse(event.customer)
    return deadLetter(event, 'refused', answer)
  }

  async function missList(event: QueuedEvent, list: Target, answer: ApiAnswer) {
    if (list.trusts(await list.ask())) return detach(event, 'address', answer)
    list.miss(event.customer)
    log({ event: 'list_held', id: event.id, kind: event.kind, reason: 'unknown_list' })
    await ack(event, { as: 'list_unknown', status: answer.status })
  }

  async function deliver(event: QueuedEvent, target: Target, { status }: ApiAnswer, { atMs }: Sent) {
    failedLast = undefined
    doubters.delete(event.id)
    target.read()
    target.deliver(event.customer)
    const isListBack = target.list !== undefined && target.pass()
    await ack(event, { as: 'delivered', status, ...(isListBack && { isListBack }) })
    if (target !== orders) await target.compare(atMs)
    const certain = await orders.compare(atMs)
    if (certain === 'unsuited') log({ event: 'question_unsuited' })
    if (certain === 'unsuited' || (certain === 'there' && orders.state !== 'open')) await pass()
    if (orders.held) orders.tryEvent() // an event that is sent now tells more
  }

  /** Handles an API that accepts events. Held events are sent at once, but a detached event keeps its own time. */
  async function pass() {
    const wasHeld = orders.pass()
    tellTrouble()
    if (wasHeld) await wake(TROUBLES, false)
  }

  /** Wakes waiting events. If this fails, the events keep their own time. */
  const wake = (reasons: Reason[], isDetachedToo: boolean) =>
    queue.wake(reasons, isDetachedToo).catch((error) => log({ event: 'queue_failed', reason: String(error) }))

  /** Asks the question while a target is not open. */
  async function tryQuestion(target: Target) {
    const reply = await target.askNow()
    if (!target.trusts(reply)) return target === orders ? doubt(reply) : undefined
    if (target === orders) return pass()
    target.pass()
    await wake(['unknown_list'], true)
  }

  /** Checks whether a hanging request may free its place, because the API answers others. */
  const isThere = async () => (await judge(() => orders.ask())) === 'event'

  async function deadLetter(event: QueuedEvent | Unfit, reason: Reason, answer?: ApiAnswer) {
    const status = answer && { status: answer.status }
    log({ event: 'dead_letter', id: event.id, kind: event.kind, reason, ...status })
    await ack(event, { as: 'dead', reason, ...status, ...(answer && { answer: answer.text }) })
  }

  /** Logs one line when trouble begins, and one when it is over. */
  function tellTrouble(status?: number) {
    const { held } = orders
    if (held === told) return
    if (held) log({ event: BEGINNINGS[held], reason: held, ...(status && { status }) })
    else if (told) log({ event: 'api_back', reason: told })
    told = held
  }

  return { act, actOnTest, deadLetter, detach, giveWay, isThere, tryQuestion }
}
