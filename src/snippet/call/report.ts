/** What an order and a sign-up have in common: from what was said to the outcome. */
import type { Problem, Said } from '../../contract/said.js'
import { readSaidNumber } from '../gather/order.js'
import { hasDocument } from '../globals.js'
import { type Content, createEvent } from '../keep/event.js'
import { toId } from '../keep/id.js'
import { type Enqueued, enqueue } from '../keep/outbox.js'
import { safely } from '../safely.js'
import type { Snippet } from '../snippet.js'
import { announce, type Callback, type Outcome } from './outcome.js'

export interface Call {
  kind: Content['kind']
  list?: string | undefined
  /** When it was made, by this browser's clock. */
  at: number
  callback?: Callback | undefined
}

/** What was said, ready to be reported. */
export interface Statement {
  said: Said
  /** What the page itself knows to be wrong. */
  problems: Problem[]
  /** Made by the shop's server. */
  signature?: string | undefined
  /** What the caller passed: a problem in it is a developer's mistake. */
  passed?: object
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
  gather: () => StatementOrReason | Promise<StatementOrReason>,
): Promise<Outcome> {
  const { kind, list, callback } = call
  const id = toId()
  let statement: StatementOrReason | Promise<StatementOrReason> = hasDocument()
    ? (safely(gather) ?? 'unreadable')
    : 'no_page'
  // Only then: the request leaves in this task.
  if (statement instanceof Promise) statement = await statement.catch(() => 'unreadable')
  const said = statement
  const enqueued = safely(() => enqueueStatement(snippet, id, call, said)) ?? reject(id, 'unreadable')
  const { problems: answered = [], ...settled } = await enqueued.result
  const known = typeof said === 'string' ? [] : said.problems
  const problems = [...known, ...answered]
  if (typeof said === 'object' && said.passed) warnOf(said.passed, problems)
  const outcome = announce({ id: enqueued.id, kind, list }, { ...settled, problems })
  safely(() => callback?.(outcome))
  return outcome
}

function enqueueStatement(
  { settings, outbox }: Snippet,
  id: string,
  { kind, list, at }: Call,
  statement: StatementOrReason,
): Enqueued {
  if (typeof statement === 'string') return reject(id, statement)
  const { said, signature, problems } = statement
  if (!hasAddress(said)) return reject(id, 'no_email', 'email')
  if (!settings.endpoint) return reject(id, 'no_endpoint', 'endpoint')
  const event = createEvent(id, { kind, list, signature, said }, at, readSaidNumber(said))
  return enqueue(outbox, { ...event, problems })
}

/** Nothing with an `@` in it where an e-mail may stand is nobody's event; all else is for the proxy to read. */
function hasAddress({ emails = [], passed = [], form = [] }: Said): boolean {
  const texts = [...emails, ...passed.map(({ email }) => email), ...form.map(([, , , value]) => value)]
  return texts.some((text) => typeof text === 'string' && /@|%40/.test(text))
}

function reject(id: string, reason: string, field?: string): Enqueued {
  const problems = field === undefined ? [] : [{ field, code: reason }]
  return { id, result: { status: 'rejected', reason, problems } }
}

/** Names in the console what was passed and cannot be read: nobody should need the panel to see their own mistake. */
function warnOf(passed: object, problems: Problem[]): void {
  for (const { field, code } of problems) {
    let value: unknown = passed
    for (const name of field.split('.')) value = safely(() => Object(value)[name])
    if (value !== undefined) console.warn(`Ringup: ${field}: ${code}. See ${GUIDE}`)
  }
}

const GUIDE = 'src/snippet/README.md, "What a call answers"'
