/** What an order and a sign-up have in common: from what was read to the outcome. */
import type { Event } from '../contract/event.js'
import { hasDocument } from './globals.js'
import { toId } from './id.js'
import { enqueue } from './outbox.js'
import { announce, type Callback, type Outcome, type Result } from './outcome.js'
import type { Payload } from './payload.js'
import type { Reading } from './problem.js'
import { safely } from './safely.js'
import { settings } from './settings.js'

export interface Call {
  kind: Event['kind']
  list?: string | undefined
  /** When it was made, by this browser's clock. */
  at: number
  callback?: Callback | undefined
}

const UNREADABLE: Reading<Payload> = { problem: 'unreadable' }

/**
 * Reads, stores and sends, all before it returns, unless reading takes its time; never throws, never rejects.
 *
 * @param read what it throws comes from the page: a getter, a toJSON
 */
export async function report(call: Call, read: () => Reading<Payload> | Promise<Reading<Payload>>): Promise<Outcome> {
  const { kind, list, callback } = call
  if (!hasDocument()) return { id: toId(), kind, list, status: 'rejected', reason: 'no_page', problems: [] }
  let reading = safely(read) ?? UNREADABLE
  if ('then' in reading) reading = await reading.catch(() => UNREADABLE) // only then: the request leaves in this task
  const { id, result } = take(call, reading)
  const { fields = [], ...settled } = await result
  const problems = 'value' in reading ? reading.value.problems : []
  const refused = fields.map((field) => ({ field, code: settled.reason ?? '' }))
  const outcome = announce({ id, kind, list }, settled, [...problems, ...refused])
  safely(() => callback?.(outcome))
  return outcome
}

function take({ kind, list, at }: Call, reading: Reading<Payload>): { id: string; result: Result | Promise<Result> } {
  const id = toId()
  const reject = (reason: string, fields: string[] = []) => ({
    id,
    result: { status: 'rejected', reason, fields } as const,
  })
  if ('problem' in reading) return reject(reading.problem)
  const { body, signature } = reading.value
  if (!body.email) return reject('no_email', ['email'])
  if (!settings.endpoint) return reject('no_endpoint', ['endpoint'])
  return enqueue({ id, kind, list, signature, at, body: body as Event['body'] }) // its e-mail is there
}
