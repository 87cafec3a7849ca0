/** What an order and a sign-up have in common: from the payload to the outcome. */
import { attempt } from './attempt.js'
import { type Payload, post } from './outbox.js'
import { announce, type Callback, type Outcome } from './outcome.js'
import { addProblem, type Problem } from './problem.js'
import { settings } from './settings.js'
import type { Delivery } from './transport.js'

/**
 * Reads, stores and sends, all before it returns; never throws, never rejects.
 *
 * @param read the API's payload, or undefined when the problems it has added leave nothing to send
 */
export async function report<Kind extends Payload['kind']>(
  about: { kind: Kind; list?: string },
  read: (problems: Problem[]) => Extract<Payload, { kind: Kind }>['body'] | undefined,
  callback?: Callback,
): Promise<Outcome> {
  const id = createId()
  const problems: Problem[] = []
  const body = attempt(() => read(problems))
  if (!settings.endpoint) addProblem(problems, 'endpoint', 'no_endpoint')
  const {
    status,
    reason,
    fields = [],
  }: Delivery = settings.endpoint && body
    ? await post({ ...about, id, body } as Payload) // the signature ties body to kind
    : { status: 'rejected', reason: problems[problems.length - 1]?.code ?? 'unreadable' }
  for (const field of fields) addProblem(problems, field, `${reason}`)
  const outcome: Outcome = { id, status, reason, problems }
  attempt(() => announce({ ...about, ...outcome })) // there is no document on a server
  // What it throws is the page's own, and stops nothing here.
  if (typeof callback === 'function') setTimeout(callback, 0, outcome)
  return outcome
}

/** A random UUID, version 4 (RFC 9562); `crypto.randomUUID` is not there on http pages. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('')
  return digits.replace(/(.{8})(.{4}).(.{3}).(.{3})(.+)/, '$1-$2-4$3-a$4-$5')
}
