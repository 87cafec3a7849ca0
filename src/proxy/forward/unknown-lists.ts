/**
 * Lists that the API does not know.
 *
 * A 404 may mean the list, or this sign-up alone, which something before the API minds. The neutral question at the list's address
 * settles it: an API that knows the list says what is missing. Where the question gets 404 though a sign-up was taken, it does not suit
 * this API, and the list is known for an hour after that. A list is unknown when two customers in a row were told so, and none was
 * taken. Then its sign-ups wait. Each minute the question goes, and one of them.
 */
import type { Settings } from '../settings.js'
import {
  createNeutralQuestion,
  type NeutralQuestion,
  type Parts,
  type Reply,
  toListQuestion,
} from './neutral-question.js'
import { LIST_QUESTION_MS } from './policy.js'

/** One event never speaks for its list. */
const CUSTOMERS_TO_TELL = 2
/** So long a list is known after it took a sign-up, where the question does not suit. */
const KNOWN_MS = 3_600_000

interface Missed {
  customers: Set<string>
  /** When it was asked for last. */
  askedMs: number
}

export interface UnknownLists {
  /** Asks the API, or takes its answer of the last seconds. */
  isKnown(list: string): Promise<boolean>
  isUnknown(list: string): boolean
  /** A sign-up of this customer was told that there is no such list. */
  missed(list: string, customer: string): void
  /** The API has taken a sign-up. @returns whether the list was unknown */
  took(list: string): boolean
  /** A sign-up was taken: does the API answer the question too? It is asked until it does, once a minute at most. */
  compare(list: string): Promise<void>
  /** The API knows the list, or nothing waits for it any more. */
  forget(list: string): void
  /** A list for which it is time to ask; its time is over then. */
  next(): string | undefined
  /** How long until there is one, in milliseconds. */
  nextInMs(): number
}

export function createUnknownLists({
  settings,
  callApi,
  now,
}: Omit<Parts, 'request'> & { settings: Settings }): UnknownLists {
  const questions = new Map<string, NeutralQuestion>()
  const missed = new Map<string, Missed>()
  /** When the API took the last sign-up of a list. */
  const tookMs = new Map<string, number>()
  /** Lists whose question the API has answered once. */
  const suited = new Set<string>()
  const isUnknown = (list: string) => (missed.get(list)?.customers.size ?? 0) >= CUSTOMERS_TO_TELL
  /** A clock that was set back makes it due. */
  const toWaitMs = ({ askedMs }: Missed) => (now() < askedMs ? 0 : Math.max(askedMs + LIST_QUESTION_MS - now(), 0))

  function toQuestion(list: string): NeutralQuestion {
    const known = questions.get(list)
    if (known) return known
    const question = createNeutralQuestion({ request: toListQuestion(settings, list), callApi, now })
    questions.set(list, question)
    return question
  }

  function learn(list: string, reply: Reply): boolean {
    const isKnown = reply.is === 'there' && reply.status !== 404
    if (isKnown) suited.add(list)
    return isKnown
  }

  return {
    async isKnown(list) {
      const isAnswered = learn(list, await toQuestion(list).ask())
      const isRecent = now() - (tookMs.get(list) ?? Number.NEGATIVE_INFINITY) < KNOWN_MS
      return isAnswered || (isRecent && !suited.has(list))
    },
    async compare(list) {
      const question = toQuestion(list)
      const isAsked = question.askedMs !== undefined && now() - question.askedMs < LIST_QUESTION_MS
      if (!suited.has(list) && !isAsked) learn(list, await question.askNow())
    },
    isUnknown,
    missed(list, customer) {
      const customers = missed.get(list)?.customers ?? new Set()
      if (customers.size < CUSTOMERS_TO_TELL) customers.add(customer)
      missed.set(list, { customers, askedMs: missed.get(list)?.askedMs ?? now() })
    },
    took(list) {
      const wasUnknown = isUnknown(list)
      tookMs.set(list, now())
      missed.delete(list)
      return wasUnknown
    },
    forget: (list) => void missed.delete(list),
    next() {
      const [list, due] = [...missed].find(([, each]) => toWaitMs(each) === 0) ?? []
      if (due) due.askedMs = now()
      return list
    },
    nextInMs: () => Math.min(...[...missed.values()].map(toWaitMs)), // of none: Infinity
  }
}
