/**
 * A target is where events go: the orders, whose address speaks for the API as a whole, or one list.
 *
 * One event never speaks for its target. A target is *open*. It is *doubted* after the first sign that it takes nothing, and *on
 * hold* after the second. The signs are: for the API, two questions that fail some seconds apart; for a list, two customers' sign-ups
 * with 404, while the question fails. A delivery in between opens it again. Meanwhile the question is asked now and then, and an
 * event is sent now and then: if it is delivered although the question fails, the question does not suit this API.
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

/** The state of the API that outlives the process. `held`: the API is on hold until then. */
export interface Pause {
  held?: { reason: Trouble; untilMs: number }
  question: Suits
}

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

interface Parts {
  question: Question
  now: () => number
  /** Undefined: the target is the orders. */
  list?: string
  concurrency?: number
  kept?: KeptPause | undefined
}

export type Target = ReturnType<typeof createTarget>

export function createTarget({ question, now, list, concurrency = MAX_AT_ONCE, kept }: Parts) {
  const before = kept?.read()
  let suits: Suits = before?.question ?? 'untried'
  let state: { is: 'open' } | Shut = { is: 'open' }
  let most = concurrency
  const missed = new Set<string>()
  const refused = new Set<string>()
  /** Resolves when `refused` has the customers of before the start. */
  let recalled: Promise<void> | undefined
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

  function refuse(customer: string) {
    if (refused.size < REFUSALS) refused.add(customer)
  }

  return {
    list,
    get state() {
      return state.is
    },
    /** Why the target is on hold. */
    get held() {
      return state.is === 'on hold' ? state.reason : undefined
    },
    /** How many requests may be under way at once. */
    get most() {
      return state.is === 'open' ? most : 0
    },
    /** Several customers in a row were refused, and none was taken. */
    get takesNone() {
      return refused.size >= REFUSALS
    },
    get suits() {
      return suits
    },
    /** Asks the question, unless a reply is still valid. @param thereMs how long the reply `there` is valid */
    ask: async (thereMs?: number) => learn(await question.ask(thereMs)),
    askNow: async () => learn(await question.askNow()),
    /** Checks whether the target is there, as far as this reply tells. */
    trusts({ is }: Reply): boolean {
      if (is === 'there' || list === undefined) return is === 'there' || suits === 'unsuited'
      // A list that took a sign-up within the hour is known, if the question was never answered.
      return suits !== 'suits' && deliveries.some(({ atMs }) => atMs >= now() - HOUR_MS)
    },
    /** The question has failed. */
    fail(reply: Exclude<Reply, { is: 'there' }>) {
      if (list !== undefined || suits === 'unsuited') return
      const { reason, waitMs } = reply.is === 'away' ? reply : { reason: 'address' as const }
      if (state.is === 'open') state = shut('doubted', reason, plan(DOUBT_MS), plan(0))
      else if (state.is === 'on hold' || isOver({ fromMs: state.sinceMs, atMs: state.sinceMs + DOUBT_MS })) {
        const asked = state.is === 'on hold' ? state.asked + 1 : 0
        const question = plan(waitMs ?? QUESTION_WAITS_MS[asked] ?? MINUTE_MS)
        state = { ...state, is: 'on hold', reason, asked, plans: { ...state.plans, question } }
        keep()
      }
    },
    /** The list got 404 for a sign-up of this customer. */
    miss(customer: string) {
      if (missed.size < MISSES) missed.add(customer)
      if (state.is === 'open') state = shut('doubted', 'address', plan(LIST_WAIT_MS), plan(LIST_WAIT_MS))
      else if (missed.size >= MISSES) state = { ...state, is: 'on hold' }
    },
    /** An event of this customer was refused, or waits alone. */
    refuse,
    /** After a start, reads from the ledger which customers the target refused before. */
    recall(readRefused: () => Promise<string[]>) {
      recalled ??= readRefused().then(
        (customers) => customers.forEach(refuse),
        () => {
          recalled = undefined // the queue failed, so this is tried with the next refused event
        },
      )
      return recalled
    },
    /** An event was read: this ends the row of refused customers. */
    read() {
      refused.clear()
      recalled = Promise.resolve()
    },
    deliver(customer: string) {
      const others = deliveries.filter((each) => each.customer !== customer)
      deliveries = [{ customer, atMs: now() }, ...others].slice(0, 2)
    },
    hasDeliveredOther: (than: string, sinceMs: number) =>
      deliveries.some(({ customer, atMs }) => customer !== than && atMs >= sinceMs),
    /** Asks after a delivery, if it is not certain that the question suits. @returns what is certain now */
    async compare(sentMs: number): Promise<'there' | 'unsuited' | undefined> {
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
    /** The target takes events: opens it, from one request at a time to `concurrency`. @returns whether it was on hold */
    pass(): boolean {
      const wasHeld = state.is === 'on hold'
      state = { is: 'open' }
      missed.clear()
      most = wasHeld ? 1 : Math.min(most + 1, concurrency)
      if (wasHeld) keep()
      return wasHeld
    },
    /** Tries that are due. */
    due(): Trial[] {
      const plans = state.is === 'open' ? undefined : state.plans
      return plans ? (['question', 'event'] as const).filter((trial) => isOver(plans[trial])) : []
    },
    /** When the next try is due. */
    nextInMs(): number {
      if (state.is === 'open') return Number.POSITIVE_INFINITY
      return Math.min(...Object.values(state.plans).map(({ atMs }) => atMs - now()))
    },
    /** Plans the try after this one. */
    trying(trial: Trial) {
      if (state.is === 'open') return
      const eventWaitMs = list === undefined ? toProbeWaitMs(now() - state.sinceMs) : LIST_WAIT_MS
      const next = plan(trial === 'event' ? eventWaitMs : MINUTE_MS)
      state = { ...state, plans: { ...state.plans, [trial]: next } }
    },
    /** An event is to be tried at once. */
    tryEvent() {
      if (state.is === 'on hold') state = { ...state, plans: { ...state.plans, event: plan(0) }, again: plan(0) }
    },
    /** Checks whether an event may be tried now. If it was tried before, it may be the cause of the trouble, and waits for its minute. */
    mayTry(attempts: number): boolean {
      if (state.is === 'open' || list !== undefined || attempts === 0) return true
      if (!isOver(state.again)) return false
      state = { ...state, again: plan(MINUTE_MS) }
      return true
    },
  }
}
