/** What an order and a sign-up have in common: from what was said to the outcome. */
import type { Problem, Said } from '../../contract/said.js'
import { readPath } from '../fields.js'
import { toPlain } from '../gather/plain.js'
import { type Content, createEvent } from '../keep/event.js'
import { toId } from '../keep/id.js'
import { type Enqueued, enqueue } from '../keep/outbox.js'
import { isLate, type MayBeLate, safely, toJson } from '../safely.js'
import type { Snippet } from '../snippet.js'
import { announce, type Callback, type Outcome } from './outcome.js'

export interface Call {
  kind: Content['kind']
  list?: string | undefined
  /** When it was made, by this browser's clock. */
  at: number
  /** What the caller passed: a problem in it is a developer's mistake. */
  passed?: unknown
  callback?: Callback | undefined
}

/** What was said, ready to be reported. */
export interface Statement {
  said: Said
  /** Made by the shop's server. */
  signature?: unknown
}

/** A statement, or the code of why there is none. */
export type StatementOrReason = Statement | string

/**
 * Gathers, stores and sends, all before it returns, unless gathering takes its time; never throws, never rejects.
 *
 * @param gather what it throws comes from the page: a getter, a toJSON
 */
export async function report(
  snippet: Snippet,
  call: Call,
  gather: () => MayBeLate<StatementOrReason | undefined>,
): Promise<Outcome> {
  const { kind, list, passed, callback } = call
  let statement = safely(gather)
  // Only then: the request leaves in this task.
  if (isLate(statement)) statement = await statement.then(undefined, () => undefined)
  const said = statement ?? 'unreadable'
  const { id, problems, result } = safely(() => enqueueStatement(snippet, call, said)) ?? reject('unreadable')
  const outcome = announce({ id, kind, list }, { problems, ...(await result) })
  safely(() => passed && warnOf(passed, outcome.problems)) // a stranger may have answered
  safely(() => callback?.(outcome))
  return outcome
}

function enqueueStatement(
  { settings, outbox }: Snippet,
  { kind, list, at }: Call,
  statement: StatementOrReason,
): Reported {
  if (typeof statement === 'string') return reject(statement)
  const { signature = settings.signature } = statement
  const isText = signature === undefined || typeof signature === 'string'
  const { problems = [], ...rest } = toPlain(statement.said)
  if (!isText) problems.push({ field: 'signature', code: 'unreadable' })
  const said = problems.length > 0 ? { ...rest, problems } : rest
  if (!hasAddress(said)) return reject('no_email', 'email')
  if (!settings.endpoint) return reject('no_endpoint', 'endpoint')
  const event = createEvent(toId(), { kind, list, signature: isText ? signature : undefined, said }, at)
  return { problems, ...enqueue(outbox, event) }
}

interface Reported extends Enqueued {
  /** What the page itself knows to be wrong; an answer of the proxy has it too. */
  problems: Problem[]
}

/** Whether there is an `@` where an e-mail may stand; the proxy judges all else. */
function hasAddress({ emails = [], passed = [], form = [] }: Said): boolean {
  return /@|%40/.test(toJson([emails, passed.map(({ email }) => email), form]))
}

const reject = (reason: string, field?: string): Reported => ({
  id: toId(),
  problems: field ? [{ field, code: reason }] : [],
  result: { status: 'rejected', reason },
})

/** Names in the console what was passed and cannot be read: nobody should need the panel to see their own mistake. */
function warnOf(passed: unknown, problems: Problem[]): void {
  for (const { field, code } of problems) {
    if (readPath(passed, field) !== undefined) console.warn(`Ringup: ${field}: ${code}. See ${GUIDE}`)
  }
}

const GUIDE = 'src/snippet/README.md, "What a call answers"'
