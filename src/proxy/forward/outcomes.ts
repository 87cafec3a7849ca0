/** What an answer of the API, or none, means for the event and for all others: written to the queue, told to the breaker, logged. */
import type { Log } from '../log/line.js'
import type { Disposition, Queue, QueuedEvent, Reason, Unfit } from '../queue/index.js'
import type { ApiAnswer } from './api.js'
import type { Breaker } from './breaker.js'
import { type NeutralQuestion, type Reply, type Trouble, toReply } from './neutral-question.js'
import { MISS_WAITS_MS, PROBE_MS, toBackoffMs, toRetryAfterMs, toVerdict } from './policy.js'
import type { UnknownLists } from './unknown-lists.js'

/** The line that says that trouble has begun; `api_back` says that it is over. */
const BEGINNINGS: Record<Trouble, string> = {
  unreachable: 'api_unreachable',
  busy: 'api_busy',
  credentials: 'api_held',
  address: 'api_held',
}
const TROUBLES = Object.keys(BEGINNINGS) as Trouble[] // the keys of a Record<Trouble, …>

/** How soon an event is due again while everything is held. The breaker paces the tries, but what it tries has to be due. */
const HELD_MS = 1_000

type SignUp = Extract<QueuedEvent, { kind: 'addToList' }>

/** How an event was sent. */
interface Sent {
  atMs: number
  /** It went while everything is held. */
  isTrial: boolean
}

interface Parts {
  breaker: Breaker
  question: NeutralQuestion
  lists: UnknownLists
  queue: Pick<Queue, 'wake'>
  log: Log
  now: () => number
  ack(event: QueuedEvent | Unfit, disposition: Disposition): Promise<void>
}

export function createOutcomes({ breaker, question, lists, queue, log, now, ack }: Parts) {
  let told = breaker.held
  /** Whose event has failed last, since one was delivered. */
  let failedLast: string | undefined
  /** The latest deliveries to two customers, by where they went: one of them is not this event's own. */
  const deliveries = new Map<string, { customer: string; atMs: number }[]>()
  let isComparing = false

  /** @param answer undefined: none, or half of one */
  async function act(event: QueuedEvent, answer: ApiAnswer | undefined, sent: Sent) {
    const verdict = answer ? toVerdict(answer) : 'unreachable'
    if (!answer || verdict === 'unreachable' || verdict === 'busy') return settle(event, verdict as Trouble, answer)
    if (verdict === 'credentials' || verdict === 'address') return settle(event, verdict, answer)
    // Of what is tried while everything is held, only a delivery says more than the question: others may be answered before the API.
    if (sent.isTrial ? verdict === 'delivered' : !breaker.held) await pass()
    if (verdict !== 'missing' || event.kind === 'convert') breaker.read(toTarget(event))
    if (verdict === 'delivered') return deliver(event, answer, sent)
    if (verdict === 'refused') return deadLetter(event, 'refused', answer)
    if (event.kind === 'convert') return retryMissed(event, 'no_session', answer)
    if (await lists.isKnown(event.list)) return waitAlone(event, 'address', answer)
    return missList(event, answer.status)
  }

  /** A test order, in whose place the neutral question went. */
  async function actOnTest(event: QueuedEvent, answer: ApiAnswer | undefined) {
    const reply = toReply(answer, now())
    if (reply.is === 'there') return ack(event, { as: 'delivered', status: reply.status })
    return settle(event, reply.reason, answer)
  }

  /** It could mean the API, or this event: the neutral question says which. */
  async function settle(event: QueuedEvent, reason: Trouble, answer?: ApiAnswer) {
    if (breaker.question === 'unsuited') return waitAlone(event, reason, answer)
    // While everything is held the question has its own times.
    const reply = breaker.held ? undefined : await askAbout(event)
    if (reply?.is === 'there' && !breaker.held) return waitAlone(event, reason, answer)
    if (reply?.is === 'away') hold(reply)
    const status = answer && { status: answer.status }
    await ack(event, { as: 'retry', reason, waitMs: HELD_MS, ...status })
  }

  /** A reply that is known serves one customer. When another's event fails after it, the API may have gone meanwhile. */
  async function askAbout({ customer }: QueuedEvent): Promise<Reply> {
    const isSecond = failedLast !== undefined && failedLast !== customer
    failedLast = customer
    return isSecond ? question.askNow() : question.ask()
  }

  /** Many at once share a reply: the first of them holds everything. */
  function hold(reply: Extract<Reply, { is: 'away' }>) {
    if (breaker.held || breaker.question === 'unsuited') return
    breaker.hold(reply.reason, reply.waitMs)
    tellTrouble(reply.status)
  }

  async function waitAlone(event: QueuedEvent, reason: Trouble, answer?: ApiAnswer) {
    breaker.mind(toTarget(event), event.customer)
    if (answer && (reason === 'credentials' || reason === 'address')) return retryMissed(event, reason, answer)
    const waitMs = toRetryAfterMs(answer?.retryAfter, now()) ?? toBackoffMs(event)
    await ack(event, { as: 'retry', reason, waitMs, isAlone: true, ...(answer && { status: answer.status }) })
  }

  /** The API takes others, but not this one: again some times, then it is a dead letter. A try before its time does not count. */
  async function retryMissed(event: QueuedEvent, reason: 'no_session' | 'credentials' | 'address', answer: ApiAnswer) {
    const last = MISS_WAITS_MS.at(-1) ?? 0
    const isOver = event.misses >= MISS_WAITS_MS.length && !event.isEarly
    if (isOver && reason === 'no_session') return deadLetter(event, 'no_session', answer)
    if (isOver && hasDeliveredOther(event, now() - last)) return deadLetter(event, 'refused', answer)
    const waitMs = MISS_WAITS_MS[event.misses] ?? last
    await ack(event, { as: 'retry', reason, waitMs, isAlone: true, isMiss: true, status: answer.status })
  }

  /** Whether another customer's was delivered there since: where the key takes only the question, or no order, nothing may be dropped. */
  const hasDeliveredOther = (event: QueuedEvent, sinceMs: number) =>
    deliveries.get(toTarget(event))?.some(({ customer, atMs }) => customer !== event.customer && atMs >= sinceMs)

  async function deliver(event: QueuedEvent, { status }: ApiAnswer, sent: Sent) {
    const { customer } = event
    failedLast = undefined
    const others = deliveries.get(toTarget(event))?.filter((each) => each.customer !== customer) ?? []
    deliveries.set(toTarget(event), [{ customer, atMs: now() }, ...others].slice(0, 2))
    const isListBack = event.kind === 'addToList' && lists.took(event.list)
    await ack(event, { as: 'delivered', status, ...(isListBack && { isListBack }) })
    if (event.kind === 'addToList') await lists.compare(event.list)
    await compareQuestion(sent)
  }

  /**
   * Does an API that has just taken an event answer the question too? It is asked before anybody's event makes it matter. The API
   * may have gone meanwhile: the question does not suit where it fails, then an event is sent and delivered, and then it fails again.
   */
  async function compareQuestion(sent: Sent) {
    const { askedMs = 0, failsSinceMs = Number.POSITIVE_INFINITY } = question
    const isContradicted = sent.atMs > failsSinceMs
    const isDue = {
      untried: true,
      suits: isContradicted,
      unsuited: now() - askedMs >= PROBE_MS,
    }[breaker.question]
    if (isDue) await compareNow(isContradicted)
    if (breaker.held) breaker.tryEvent() // one that is sent now will tell
  }

  async function compareNow(isContradicted: boolean) {
    if (isComparing) return
    isComparing = true
    const reply = await question.askNow()
    isComparing = false
    if (reply.is === 'there') {
      breaker.know('suits')
      return breaker.held ? pass() : undefined
    }
    if (!isContradicted || breaker.question === 'unsuited') return
    breaker.know('unsuited')
    log({ event: 'question_unsuited' })
    await pass()
  }

  /**
   * The API takes events: what was held goes on at once. That doesn't say that it takes what waits alone, which keeps its own time.
   */
  async function pass() {
    const wasHeld = breaker.pass()
    tellTrouble()
    if (!wasHeld) return
    // When it fails, what waits goes on at its own time.
    const onFailed = (error: unknown) => log({ event: 'queue_failed', reason: String(error) })
    await queue.wake(TROUBLES, false).catch(onFailed)
  }

  /** The question, while everything is held. */
  async function tryQuestion() {
    const reply = await question.askNow()
    if (reply.is === 'there') breaker.know('suits')
    if (reply.is === 'there' || breaker.question === 'unsuited') return pass()
    breaker.hold(reply.reason, reply.waitMs)
    if (breaker.question === 'untried') breaker.tryEvent() // nobody knows whether the question suits: an event says more
    tellTrouble(reply.status)
  }

  /** A request that hangs. @returns whether it may free its place: the API answers others, as far as anybody can tell */
  async function isThere(): Promise<boolean> {
    if (breaker.question === 'unsuited') return true
    const reply = await question.ask()
    if (reply.is === 'away') hold(reply)
    return reply.is === 'there' && !breaker.held
  }

  async function missList(event: SignUp, status: number) {
    const { id, kind, list, customer } = event
    lists.missed(list, customer)
    log({ event: 'list_held', id, kind, reason: 'unknown_list' })
    await ack(event, { as: 'list_unknown', status })
  }

  /** The question for a list that is unknown. @returns whether the API knows it now: what waits for a list is due then */
  async function tryList(list: string): Promise<boolean> {
    if (!(await lists.isKnown(list))) return false
    lists.forget(list)
    await queue.wake(['unknown_list'])
    return true
  }

  async function deadLetter(event: QueuedEvent | Unfit, reason: Reason, answer?: ApiAnswer) {
    const status = answer && { status: answer.status }
    log({ event: 'dead_letter', id: event.id, kind: event.kind, reason, ...status })
    await ack(event, { as: 'dead', reason, ...status, ...(answer && { answer: answer.text }) })
  }

  /** One line when trouble begins, one when it is over. */
  function tellTrouble(status?: number) {
    const { held } = breaker
    if (held === told) return
    if (held) log({ event: BEGINNINGS[held], reason: held, ...(status && { status }) })
    else if (told) log({ event: 'api_back', reason: told })
    told = held
  }

  return { act, actOnTest, deadLetter, isThere, tryList, tryQuestion }
}

/** Where an event goes: what the API takes of one says nothing of another. */
const toTarget = (event: QueuedEvent) => (event.kind === 'convert' ? 'orders' : `list ${event.list}`)
