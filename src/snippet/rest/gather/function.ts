/** The shop's own adapter. */
import type { Problem } from '../../../contract/raw.js'
import { type Fields, isFields, toFields } from '../../core/fields.js'
import { whenLeft } from '../../core/page-life.js'
import { isLate, type MayBeLate } from '../../core/safely.js'
import type { Question, Settings } from '../../core/settings.js'

const TIMEOUT_MS = 3000

/**
 * Passes on the answer of the shop's adapter, in whole cents. Without an adapter the answer is undefined.
 *
 * The request leaves in the task of the call, unless the adapter returns a promise. The answer is empty if the adapter
 * throws or takes too long, or if the shopper leaves the page. The passed fields are still sent.
 */
export function withAnswer<T>(
  { adapter }: Pick<Settings, 'adapter'>,
  question: Question,
  problems: Problem[],
  toResult: (given?: Fields) => MayBeLate<T>,
): MayBeLate<T> {
  if (typeof adapter !== 'function') return toResult()
  const accept = (given: unknown) => {
    if (!isFields(given)) problems.push({ field: 'adapter', code: 'adapter_failed' })
    return toResult(toFields(given))
  }
  try {
    const answer: unknown = adapter(question) ?? {}
    if (!isLate(answer)) return accept(answer)
    const answered = Promise.resolve(answer).then(
      (given) => given ?? {},
      () => '',
    )
    const left = whenLeft(TIMEOUT_MS).then(() => undefined)
    return Promise.race([answered, left]).then(accept)
  } catch {
    return accept('')
  }
}
