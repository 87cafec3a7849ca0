/**
 * A target is where events go: the orders, whose address speaks for the API as a whole, or one list.
 *
 * One event never speaks for its target. A target is *open*. It is *doubted* after the first sign that it takes nothing, and *on
 * hold* after the second. The signs are: for the API, two questions that fail some seconds apart; for a list, two customers' sign-ups
 * with 404, while the question fails. A delivery in between opens it again. On hold, the question is asked now and then. One event is
 * sent now and then, too, because the question may not suit the API: an event that is delivered although the question fails proves it.
 */
import { DOUBT_MS, HOUR_MS, LIST_WAIT_MS, MINUTE_MS, QUESTION_WAITS_MS, type Trouble, toProbeWaitMs } from './policy.js'
import type { Question, Reply } from './question.js'

/** Requests at once. */
const MAX_AT_ONCE = 4
/** A list is unknown to the API after 404 to so many customers in a row. */
const MISSES = 2
/** A target takes none after refusing so many customers in a row. */
const REFUSALS = 3

/** Whether an API that takes events answers the neutral question too. */
type Suits = 'untried' | 'suits' | 'unsuited'
/** What is tried while a target is not open. */
export type Trial = 'question' | 'event'

/** The state of the API that outlives the process. */
export interface Pause {
  /** The API is on hold until then. */
  held?: { reason: Trouble; untilMs: number }
  question: Suits
}

/** Keeps a pause. */
export interface KeptPause {
  read(): Pause | undefined
  write(pause: Pause): void
}

/** A time. A clock that was set back to before `fromMs` has reached it, too. */
interface Plan {
  fromMs: number
  atMs: number
}

/** A target that is not open. */
interface Shut {
  is: 'doubted' | 'on hold'
  reason: Trouble
  sinceMs: number
  /** Questions that failed on hold. */
  asked: number
  plans: Record<Trial, Plan>
  /** When an event that was tried before is tried again. */
  again: Plan
}
type State = { is: 'open' } | Shut

export interface Target {
  /** Undefined: the orders. */
  readonly list: string | undefined
  readonly state: State['is']
  /** Why the API is on hold. */
  readonly held: Trouble | undefined
  /** Requests at once. */
  readonly most: number
  /** Several customers in a row were refused, and none was taken. */
  readonly takesNone: boolean
  readonly suits: Suits
  /** Asks the question, unless a reply is still valid. @param thereMs how long the reply `there` is valid */
  ask(thereMs?: number): Promise<Reply>
  askNow(): Promise<Reply>
  /** Checks whether the target is there, as far as this reply tells. */
  trusts(reply: Reply): boolean
  /** The question has failed. */
  fail(reply: Exclude<Reply, { is: 'there' }>): void
  /** The list got 404 for a sign-up of this customer. */
  miss(customer: string): void
  /** An event of this customer was refused, or waits alone. */
  refuse(customer: string): void
  /** An event was read: this ends the row of refused customers. */
  read(): void
  /** An event was delivered. */
  deliver(customer: string): void
  hasDeliveredOther(customer: string, sinceMs: number): boolean
  /** Asks after a delivery, if it is not certain that the question suits. @returns what is certain now */
  compare(sentMs: number): Promise<'there' | 'unsuited' | undefined>
  /** The target takes events: opens it, from one request at a time to `concurrency`. @returns whether it was on hold */
  pass(): boolean
  /** Tries that are due. */
  due(): Trial[]
  /** When the next try is due. */
  nextInMs(): number
  /** Plans the try after this one. */
  trying(trial: Trial): void
  /** An event is to be tried at once. */
  tryEvent(): void
  /** Checks whether an event may be tried now. One that was tried before may be what the trouble is about, so it waits for its minute. */
  mayTry(attempts: number): boolean
}

interface Options {
  question: Question
  now: () => number
  list?: string
  concurrency?: number
  kept?: KeptPause | undefined
}

export function createTarget({ question, now, list, concurrency = MAX_AT_ONCE, kept }: Options): Target {
  const before = kept?.read()
  let suits: Suits = before?.question ?? 'untried'
  let state: State = { is: 'open' }
  let most = concurrency
  const missed = new Set<string>()
  const refused = new Set<string>()
  /** The latest deliveries to two customers: one of them is another than the event's own. */
  let deliveries: { customer: string; atMs: number }[] = []
  let isComparing = false

  const plan = (waitMs: number, fromMs = now()): Plan => ({ fromMs, atMs: now() + waitMs })
  const isOver = ({ fromMs, atMs }: Plan) => now() >= atMs || now() < fromMs
  const shut = (is: Shut['is'], reason: Trouble, question: Plan, event: Plan): Shut => {
    return { is, reason, sinceMs: now(), asked: 0, plans: { question, event }, again: plan(MINUTE_MS) }
  }
  if (before?.held) {
    const until = plan(before.held.untilMs - now(), Number.NEGATIVE_INFINITY)
    state = shut('on hold', before.held.reason, until, until)
  }

  function keep() {
    const held = state.is === 'on hold' && { held: { reason: state.reason, untilMs: state.plans.question.atMs } }
    kept?.write({ ...held, question: suits })
  }

  function know(known: Suits) {
    if (suits === known) return
    suits = known
    keep()
  }

  function learn(reply: Reply): Reply {
    if (reply.is === 'there') know('suits')
    return reply
  }

  function fail(reply: Exclude<Reply, { is: 'there' }>) {
    if (list !== undefined || suits === 'unsuited') return
    const { reason, waitMs } = reply.is === 'away' ? reply : { reason: 'address' as const }
    if (state.is === 'open') state = shut('doubted', reason, plan(DOUBT_MS), plan(0))
    else if (state.is === 'on hold') {
      const asked = state.asked + 1
      const question = plan(waitMs ?? QUESTION_WAITS_MS[asked] ?? MINUTE_MS)
      state = { ...state, reason, asked, plans: { ...state.plans, question } }
    } else if (now() - state.sinceMs >= DOUBT_MS || now() < state.sinceMs) {
      const question = plan(waitMs ?? QUESTION_WAITS_MS[0])
      state = { ...state, is: 'on hold', reason, plans: { ...state.plans, question } }
    }
    if (state.is === 'on hold') keep()
  }

  const hasDelivered = (sinceMs: number, isOf = (_customer: string) => true) =>
    deliveries.some(({ customer, atMs }) => isOf(customer) && atMs >= sinceMs)

  return {
    list,
    get state() {
      return state.is
    },
    get held() {
      return state.is === 'on hold' ? state.reason : undefined
    },
    get most() {
      return state.is === 'open' ? most : 0
    },
    get takesNone() {
      return refused.size >= REFUSALS
    },
    get suits() {
      return suits
    },
    ask: async (thereMs) => learn(await question.ask(thereMs)),
    askNow: async () => learn(await question.askNow()),
    trusts(reply) {
      if (reply.is === 'there') return true
      // A list that took a sign-up within the hour is known, if the question was never answered.
      return list === undefined ? suits === 'unsuited' : suits !== 'suits' && hasDelivered(now() - HOUR_MS)
    },
    fail,
    miss(customer) {
      if (missed.size < MISSES) missed.add(customer)
      if (state.is === 'open') state = shut('doubted', 'address', plan(LIST_WAIT_MS), plan(LIST_WAIT_MS))
      else if (missed.size >= MISSES) state = { ...state, is: 'on hold' }
    },
    refuse(customer) {
      if (refused.size < REFUSALS) refused.add(customer)
    },
    read: () => refused.clear(),
    deliver(customer) {
      const others = deliveries.filter((each) => each.customer !== customer)
      deliveries = [{ customer, atMs: now() }, ...others].slice(0, 2)
    },
    hasDeliveredOther: (customer, sinceMs) => hasDelivered(sinceMs, (each) => each !== customer),
    async compare(sentMs) {
      const { askedMs = Number.NEGATIVE_INFINITY, failsSinceMs = Number.POSITIVE_INFINITY } = question
      // The API may have gone since it took the event. So the question failed first, and the event was sent after that.
      const isContradicted = sentMs > failsSinceMs
      const isLongAgo = now() - askedMs >= MINUTE_MS
      const isDue = { untried: isContradicted || isLongAgo, suits: isContradicted, unsuited: isLongAgo }[suits]
      if (!isDue || isComparing) return undefined
      isComparing = true
      const reply = learn(await question.askNow())
      isComparing = false
      if (reply.is === 'there') return 'there'
      if (!isContradicted || suits === 'unsuited') return undefined
      know('unsuited')
      return 'unsuited'
    },
    pass() {
      const wasHeld = state.is === 'on hold'
      state = { is: 'open' }
      missed.clear()
      most = wasHeld ? 1 : Math.min(most + 1, concurrency)
      if (wasHeld) keep()
      return wasHeld
    },
    due() {
      if (state.is === 'open') return []
      const { plans } = state
      return TRIALS.filter((trial) => isOver(plans[trial]))
    },
    nextInMs() {
      if (state.is === 'open') return Number.POSITIVE_INFINITY
      return Math.min(...Object.values(state.plans).map(({ atMs }) => atMs - now()))
    },
    trying(trial) {
      if (state.is === 'open') return
      const eventWaitMs = list === undefined ? toProbeWaitMs(now() - state.sinceMs) : LIST_WAIT_MS
      const waitMs = trial === 'event' ? eventWaitMs : MINUTE_MS
      state = { ...state, plans: { ...state.plans, [trial]: plan(waitMs) } }
    },
    tryEvent() {
      if (state.is === 'on hold') state = { ...state, plans: { ...state.plans, event: plan(0) }, again: plan(0) }
    },
    mayTry(attempts) {
      if (state.is === 'open' || list !== undefined || attempts === 0) return true
      if (!isOver(state.again)) return false
      state = { ...state, again: plan(MINUTE_MS) }
      return true
    },
  }
}

const TRIALS: Trial[] = ['question', 'event']
