/** What an order and a sign-up have in common: from the payload to the outcome. */
import { attempt, within } from './attempt.js'
import type { Order } from './order.js'
import { post, type Waiting } from './outbox.js'
import { announce, type Callback, type Outcome, type Result } from './outcome.js'
import { type AddProblem, type Problem, toCode } from './problem.js'
import { settings } from './settings.js'

const ADAPTER_TIMEOUT_MS = 3000

/**
 * Reads, stores and sends, all before it returns, unless the shop's own adapter answers later; never throws, never rejects.
 *
 * @param toBody the API's payload, of what the shop's own adapter has found and what else there is; throws a code
 */
export async function report(
  kind: Waiting['kind'],
  options: { signature?: string | undefined } | undefined,
  callback: Callback | undefined,
  toBody: (addProblem: AddProblem, given?: Order) => object,
  list?: string,
): Promise<Outcome> {
  const { adapter } = settings
  const problems: Problem[] = []
  const event = { id: toId(), kind, list, attempts: 0, at: Date.now() } as Waiting // the rest follows
  const addProblem: AddProblem = (field, code) => {
    problems.push({ field, code })
  }
  let given: Order | undefined
  let result: Result
  try {
    if (typeof adapter === 'function') {
      try {
        given = adapter({ kind, list }) as Order
        // Only then later: the request has to leave in the task of the call.
        if ((given as { then?: unknown })?.then) given = await within(ADAPTER_TIMEOUT_MS, given)
      } catch {
        addProblem('adapter', 'adapter_failed') // what was passed still goes
      }
      given ??= {} // it has said all there is
    }
    event.signature = options?.signature ?? settings.signature
    event.body = toBody(addProblem, given) as Waiting['body'] // field by field what the readers make of it
    if (!event.body.email) throw 'no_email'
    if (!settings.endpoint) throw 'no_endpoint'
    result = await post(event)
  } catch (code) {
    result = ['rejected', toCode(code), toCode(code).split('no_')[1]] // no_email is a problem of email, too_large of no field
  }
  const [status, reason, fields = []] = result
  for (const field of [fields].flat()) addProblem(field as string, reason as string)
  const outcome = announce(event, status, reason, problems)
  attempt(() => callback?.(outcome))
  return outcome
}

/** A random UUID, version 4 (RFC 9562), of 99 random bits in decimal digits; `crypto.randomUUID` is not there on http pages. */
function toId(): string {
  const toDigit = () => ((crypto.getRandomValues(new Uint8Array(1)) as unknown as number) % 10) as unknown as string // one byte counts as its number
  return 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, toDigit)
}
