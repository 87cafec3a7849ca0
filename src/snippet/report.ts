/** What an order and a sign-up have in common: from the payload to the outcome. */
import { attempt } from './attempt.js'
import type { Order } from './order.js'
import { type Payload, post } from './outbox.js'
import { announce, type Callback, type Outcome } from './outcome.js'
import { addProblem, type Problem } from './problem.js'
import { settings } from './settings.js'
import type { Delivery } from './transport.js'

const ADAPTER_TIMEOUT_MS = 3000

type Body<Kind extends Payload['kind']> = Extract<Payload, { kind: Kind }>['body']

/**
 * Reads, stores and sends, all before it returns, unless the shop's own adapter answers later; never throws, never rejects.
 *
 * @param read the API's payload, or undefined when the problems it has added leave nothing to send
 */
export async function report<Kind extends Payload['kind']>(
  about: { kind: Kind; list?: string; signature?: string | undefined },
  read: (problems: Problem[], given?: Order) => Body<Kind> | undefined,
  callback?: Callback,
): Promise<Outcome> {
  const id = createId()
  const problems: Problem[] = []
  const { adapter, endpoint } = settings
  let given: Order | undefined
  if (typeof adapter === 'function') {
    try {
      const answer = adapter({ kind: about.kind, list: about.list })
      // Only then later: the request has to leave in the task of the call.
      given = isPromise(answer) ? await Promise.race([answer, fail()]) : answer
    } catch {
      addProblem(problems, ['adapter'], 'adapter_failed') // what was passed still goes
    }
  }
  const body = attempt(() => read(problems, given))
  if (!endpoint) addProblem(problems, ['endpoint'], 'no_endpoint')
  const {
    status,
    reason,
    fields = [],
  }: Delivery = endpoint && body
    ? await post({ signature: settings.signature, ...about, id, body } as Payload) // the signature ties body to kind
    : { status: 'rejected', reason: problems[problems.length - 1]?.code ?? 'unreadable' }
  for (const field of fields) addProblem(problems, [field], `${reason}`)
  const outcome: Outcome = { id, status, reason, problems }
  attempt(() => announce({ ...about, ...outcome })) // there is no document on a server
  // What it throws is the page's own, and stops nothing here.
  if (typeof callback === 'function') setTimeout(callback, 0, outcome)
  return outcome
}

function isPromise<T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> {
  return typeof Object(answer).then === 'function'
}

function fail(): Promise<never> {
  return new Promise((_resolve, reject) => setTimeout(reject, ADAPTER_TIMEOUT_MS))
}

/** A random UUID, version 4 (RFC 9562); `crypto.randomUUID` is not there on http pages. */
function createId(): string {
  const toDigit = () => (Number(crypto.getRandomValues(new Uint8Array(1))) % 16).toString(16)
  return 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, toDigit)
}
