/** What an order and a sign-up have in common: from what was read to the outcome. */
import type { Event } from '../contract/event.js'
import { hasDocument } from './globals.js'
import { toId } from './id.js'
import { type Enqueued, enqueue } from './outbox.js'
import { announce, type Callback, type Outcome } from './outcome.js'
import type { Payload } from './payload.js'
import type { ProblemCode } from './problem.js'
import { safely } from './safely.js'
import { settings } from './settings.js'

export interface Call {
  kind: Event['kind']
  list?: string | undefined
  /** When it was made, by this browser's clock. */
  at: number
  callback?: Callback | undefined
}

/** What was read, or why nothing can be sent. */
export type PayloadOrReason = Payload | ProblemCode

/**
 * Reads, stores and sends, all before it returns, unless reading takes its time; never throws, never rejects.
 *
 * @param read what it throws comes from the page: a getter, a toJSON
 */
export async function report(call: Call, read: () => PayloadOrReason | Promise<PayloadOrReason>): Promise<Outcome> {
  const { kind, list, callback } = call
  const id = toId()
  let reading: PayloadOrReason | Promise<PayloadOrReason> = hasDocument() ? (safely(read) ?? 'unreadable') : 'no_page'
  // Only then: the request leaves in this task.
  if (reading instanceof Promise) reading = await reading.catch(() => 'unreadable')
  const enqueued = safely(() => enqueuePayload(id, call, reading)) ?? reject(id, 'unreadable')
  const { fields = [], ...settled } = await enqueued.result
  const refused = fields.map((field) => ({ field, code: settled.reason ?? '' }))
  const problems = typeof reading === 'string' ? refused : [...reading.problems, ...refused]
  const outcome = announce({ id: enqueued.id, kind, list }, settled, problems)
  safely(() => callback?.(outcome))
  return outcome
}

function enqueuePayload(id: string, { kind, list, at }: Call, reading: PayloadOrReason): Enqueued {
  if (typeof reading === 'string') return reject(id, reading)
  const { body, signature } = reading
  if (!body.email) return reject(id, 'no_email', ['email'])
  if (!settings.endpoint) return reject(id, 'no_endpoint', ['endpoint'])
  return enqueue({ id, kind, list, signature, at, body: body as Event['body'] }) // its e-mail is there
}

function reject(id: string, reason: string, fields: string[] = []): Enqueued {
  return { id, result: { status: 'rejected', reason, fields } }
}
