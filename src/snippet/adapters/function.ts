/** An adapter of the shop's own. */
import type { Order } from '../order.js'
import type { Reading } from '../problem.js'
import { safely } from '../safely.js'

/** What it is asked for: an order, or the e-mail of a sign-up to this list. */
export interface Question {
  kind: 'convert' | 'addToList'
  list?: string | undefined
}

/** Answers as `convert()` takes an order, or nothing; or promises to. It is asked instead of all others. */
export type AdapterFunction = (question: Question) => Order | undefined | PromiseLike<Order | undefined>

const TIMEOUT_MS = 3000
const FAILED: Reading<never> = { problem: 'adapter_failed' }

/**
 * @returns a promise only when the shop's function gives one: the request has to leave in the task of the call. An empty
 *   order when it answers nothing, `adapter_failed` when it throws or takes too long
 */
export function askShop(adapter: AdapterFunction, question: Question): Reading<Order> | Promise<Reading<Order>> {
  return (
    safely(() => {
      const answer = adapter(question)
      if (!answer || !('then' in answer)) return { value: Object(answer) }
      const settled = Promise.resolve(answer).then(
        (order) => ({ value: Object(order) }),
        () => FAILED,
      )
      const late = new Promise<Reading<Order>>((resolve) => setTimeout(resolve, TIMEOUT_MS, FAILED))
      return Promise.race([settled, late])
    }) ?? FAILED
  )
}
