/** An adapter of the shop's own. */

import { isFields, toFields } from '../fields.js'
import type { Order } from '../order.js'
import type { Problem } from '../problem.js'
import { safely } from '../safely.js'
import { settings } from '../settings.js'

/** What it is asked for: an order, or the e-mail of a sign-up to this list. */
export interface Question {
  kind: 'convert' | 'addToList'
  list?: string
}

/** Answers as `convert()` takes an order, or nothing; or promises to. It is asked instead of all others. */
export type AdapterFunction = (question: Question) => Order | undefined | PromiseLike<Order | undefined>

const TIMEOUT_MS = 3000

/**
 * Takes the answer of the shop's adapter, undefined where it has none. Only when that promises, later: the request has to
 * leave in the task of the call. When it throws or takes too long its answer is empty, and what was passed still goes.
 */
export function withAnswer<T>(
  question: Question,
  toResult: (given: Order | undefined, problems: Problem[]) => T,
): T | Promise<T> {
  const { adapter } = settings
  if (typeof adapter !== 'function') return toResult(undefined, [])
  const fail = () => toResult({}, [{ field: 'adapter', code: 'adapter_failed' }])
  const accept = (given: unknown) => (isFields(given ?? {}) ? toResult(toFields(given), []) : fail())
  const answer = safely(() => {
    const given: unknown = adapter(question)
    return { given, isPromise: typeof Object(given).then === 'function' }
  })
  if (!answer) return fail()
  if (!answer.isPromise) return accept(answer.given)
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, TIMEOUT_MS))
  return Promise.race([answer.given, late]).then(accept, fail)
}
