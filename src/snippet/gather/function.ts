/** An adapter of the shop's own. */
import type { Problem } from '../../contract/said.js'
import { type Fields, isFields, toFields } from '../fields.js'
import { safely } from '../safely.js'
import type { AdapterFunction, Question, Settings } from '../settings.js'

const TIMEOUT_MS = 3000

/** What the shop's adapter has answered, in whole cents; undefined where the shop has none of its own. */
export interface Answer {
  given: Fields | undefined
  problems: Problem[]
}

const FAILED: Answer = { given: {}, problems: [{ field: 'adapter', code: 'adapter_failed' }] }

/**
 * Takes the answer of the shop's adapter. Only when that promises, later: the request has to leave in the task of the call.
 * When it throws or takes too long its answer is empty, and what was passed still goes.
 */
export function withAnswer<T>(
  { adapter }: Pick<Settings, 'adapter'>,
  question: Question,
  toResult: (answer: Answer) => T | Promise<T>,
): T | Promise<T> {
  if (typeof adapter !== 'function') return toResult({ given: undefined, problems: [] })
  const accept = (given: unknown) => toResult(isFields(given ?? {}) ? { given: toFields(given), problems: [] } : FAILED)
  const answer = safely(() => ask(adapter, question))
  if (!answer) return toResult(FAILED)
  if (!answer.isPromise) return accept(answer.given)
  const late = new Promise<never>((_resolve, reject) => setTimeout(reject, TIMEOUT_MS))
  return Promise.race([answer.given, late]).then(accept, () => toResult(FAILED))
}

function ask(adapter: AdapterFunction, question: Question): { given: unknown; isPromise: boolean } {
  const given: unknown = adapter(question)
  return { given, isPromise: typeof Object(given).then === 'function' }
}
