/**
 * A target is the destination of events: the orders, whose address represents the API as a whole, or one list.
 *
 * One event never decides about its target. A target is *open*. It is *doubted* after the first sign of trouble, and
 * *on hold* after the second. The signs for the API are two failed questions some seconds apart. The signs for a list
 * are 404 for sign-ups of two customers, while the question fails. A delivery in between opens the target again. While
 * it is not open, the question and single events are tried from time to time. If an event is delivered although the
 * question fails, the question does not suit this API.
 */
import { DOUBT_MS, HOUR_MS, LIST_WAIT_MS, MINUTE_MS, QUESTION_WAITS_MS, type Trouble, toProbeWaitMs } from './policy.js'
import type { Question, Reply } from './question.js'

/** The most parallel requests. */
const MAX_AT_ONCE = 4
/** The number of customers in a row with 404 after which a list counts as unknown to the API. */
const MISSES = 2
/** The number of refused customers in a row after which a target counts as accepting none. */
const REFUSALS = 3

/** Whether the neutral question works with this API: an API that accepts events must also answer it. */
type Suits = 'untried' | 'suits' | 'unsuited'
/** The kind of try while a target is not open. */
export type Trial = 'question' | 'event'

/** The state of the API that outlives the process. `held`: the API is on hold until this time. */
export interface Pause {
  held?: { reason: Trouble; untilMs: number }
  question: Suits
}

export interface KeptPause {
  read(): Pause | undefined
  write(pause: Pause): void
}

/** A time. A clock that was set back to before `fromMs` has also reached it. */
interface Plan {
  fromMs: number
  atMs: number
}

/** A target that is not open. */
interface Shut {
  is: 'doubted' | 'on hold'
  reason: Trouble
  sinceMs: number
  /** Failed questions while on hold. */
  asked: number
  plans: Record<Trial, Plan>
  /** The time at which an event that was tried before is tried again. */
  again: Plan
}

interface Parts {
  question: Question
  now: () => number
  /** Undefined if the target is the orders. */
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
  /** Resolves when `refused` contains the refused customers of before the start. */
  let recalled: Promise<void> | undefined
  /** The latest deliveries to two customers, so that one of them is not the event's own. */
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
    /** The reason why the target is on hold. */
    get held() {
      return state.is === 'on hold' ? state.reason : undefined
    },
    /** The most parallel requests at present. */
    get most() {
      return state.is === 'open' ? most : 0
    },
    /** Several customers in a row were refused, and none was accepted. */
    get takesNone() {
      return refused.size >= REFUSALS
    },
    get suits() {
      return suits
    },
    /**
     * Asks the question, unless a reply is still valid. @param thereMs the time for which the reply `there` is valid
     */
    ask: async (thereMs?: number) => learn(await question.ask(thereMs)),
    askNow: async () => learn(await question.askNow()),
    /** Checks whether this reply shows that the target is there. */
    trusts({ is }: Reply): boolean {
      if (is === 'there' || list === undefined) return is === 'there' || suits === 'unsuited'
      // If the question was never answered, a list is known if it accepted a sign-up within the hour.
      return suits !== 'suits' && deliveries.some(({ atMs }) => atMs >= now() - HOUR_MS)
    },
    /** Records that the question has failed. */
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
    /** Records a 404 for a sign-up of this customer. */
    miss(customer: string) {
      if (missed.size < MISSES) missed.add(customer)
      if (state.is === 'open') state = shut('doubted', 'address', plan(LIST_WAIT_MS), plan(LIST_WAIT_MS))
      else if (missed.size >= MISSES) state = { ...state, is: 'on hold' }
    },
    /** Records that an event of this customer was refused or is detached. */
    refuse,
    /** Reads after a start which customers the target refused before, from the ledger. */
    recall(readRefused: () => Promise<string[]>) {
      recalled ??= readRefused().then(
        (customers) => customers.forEach(refuse),
        () => {
          recalled = undefined // the queue failed, so the next refused event retries this
        },
      )
      return recalled
    },
    /** Records that the API read an event. This ends the row of refused customers. */
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
      // The API may have gone since it accepted the event. So the question must have failed before the event was sent.
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
    /**
     * Opens the target, because it accepts events: from one request at a time up to `concurrency`. @returns true if it
     * was on hold
     */
    pass(): boolean {
      const wasHeld = state.is === 'on hold'
      state = { is: 'open' }
      missed.clear()
      most = wasHeld ? 1 : Math.min(most + 1, concurrency)
      if (wasHeld) keep()
      return wasHeld
    },
    /** Lists the due tries. */
    due(): Trial[] {
      const plans = state.is === 'open' ? undefined : state.plans
      return plans ? (['question', 'event'] as const).filter((trial) => isOver(plans[trial])) : []
    },
    /** The time until the next try. */
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
    /** Makes a try of an event due at once. */
    tryEvent() {
      if (state.is === 'on hold') state = { ...state, plans: { ...state.plans, event: plan(0) }, again: plan(0) }
    },
    /**
     * Checks whether an event may be tried now. An event that was tried before may be the cause of the trouble, so it
     * waits for its minute.
     */
    mayTry(attempts: number): boolean {
      if (state.is === 'open' || list !== undefined || attempts === 0) return true
      if (!isOver(state.again)) return false
      state = { ...state, again: plan(MINUTE_MS) }
      return true
    },
  }
}
