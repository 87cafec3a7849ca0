/** What an order and a sign-up have in common: from what was read to the outcome. */
import type { Event } from '../contract/event.js'
import { hasDocument } from './globals.js'
import { toId } from './id.js'
import { enqueue } from './outbox.js'
import { announce, type Callback, type Outcome, type Result } from './outcome.js'
import type { Payload } from './payload.js'
import type { Problem, Reading } from './problem.js'
import { safely } from './safely.js'
import { settings } from './settings.js'

export interface Call {
  kind: Event['kind']
  list?: string | undefined
  /** When it was made, by this browser's clock. */
  at: number
  callback?: Callback | undefined
}

/**
 * Reads, stores and sends, all before it returns, unless reading takes its time; never throws, never rejects.
 *
 * @param read what it throws comes from the page: a getter, a toJSON
 */
export function report(call: Call, read: () => Reading<Payload> | Promise<Reading<Payload>>): Promise<Outcome> {
  const id = toId()
  if (!hasDocument())
    return Promise.resolve({
      id,
      kind: call.kind,
      list: call.list,
      status: 'rejected',
      reason: 'no_page',
      problems: [],
    })
  const unreadable: Reading<Payload> = { problem: 'unreadable' }
  const reading = safely(read) ?? unreadable
  if (!('then' in reading)) return take(call, id, reading)
  return reading.then(
    (read) => take(call, id, read),
    () => take(call, id, unreadable),
  )
}

function take(call: Call, id: string, reading: Reading<Payload>): Promise<Outcome> {
  if ('problem' in reading) return settle(call, id, { status: 'rejected', reason: reading.problem }, [])
  const { body, problems, signature } = reading.value
  if (!body.email) return reject(call, id, 'email', 'no_email', problems)
  if (!settings.endpoint) return reject(call, id, 'endpoint', 'no_endpoint', problems)
  const { kind, list, at } = call
  const enqueued = enqueue({ id, kind, list, signature, at, body: body as Event['body'] }) // its e-mail is there
  return settle(call, enqueued.id, enqueued.result, problems)
}

const reject = (call: Call, id: string, field: string, reason: string, problems: Problem[]) =>
  settle(call, id, { status: 'rejected', reason, fields: [field] }, problems)

async function settle(
  call: Call,
  id: string,
  settled: Result | Promise<Result>,
  problems: Problem[],
): Promise<Outcome> {
  const result = await settled
  const refused = (result.fields ?? []).map((field) => ({ field, code: result.reason ?? '' }))
  const outcome = announce({ id, kind: call.kind, list: call.list }, result, [...problems, ...refused])
  safely(() => call.callback?.(outcome))
  return outcome
}
