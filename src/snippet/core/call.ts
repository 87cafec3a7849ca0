/** `convert()` and `addToList()`: from what was said to the outcome. */
import type { Problem } from '../../contract/said.js'
import type { Contact } from './contact.js'
import { type Content, createEvent, type Event, type EventStatus, type Statement } from './event.js'
import { isFields, toFields } from './fields.js'
import { toId } from './id.js'
import type { Order } from './order.js'
import { announce, type Callback, type Outcome } from './outcome.js'
import { readPerson } from './person.js'
import { readOrder } from './purchase.js'
import { importRest, withRest } from './rest.js'
import { chain, type MayBeLate, safely, toJson, within } from './safely.js'
import { type Enqueued, enqueue, TIMEOUT_MS } from './send.js'
import type { Snippet } from './snippet.js'
import { toText } from './text.js'

export interface Options {
  /** Made by the shop's server for this customer and list. */
  signature?: string | undefined
}

/** One call, or an order that the page has reported without a call. */
export interface Call extends Pick<Content, 'kind' | 'list'> {
  /** When it was made, by this browser's clock. */
  at: number
  /** The caller's value. A problem in it is a developer's mistake. */
  passed?: unknown
  callback?: Callback | undefined
}

/** Reports an order. If it has its number, a customer and items, it leaves at once. */
export function convert(snippet: Snippet, at: number, passed: Order = {}, callback?: Callback): Promise<Outcome> {
  return report(snippet, { kind: 'convert', at, passed, callback }, () => {
    if (!isFields(passed)) return 'no_order'
    const order = toFields(passed)
    const own = readOrder(snippet, order)
    return own.isWhole ? own : withRest<Statement>(snippet, (rest) => rest.gatherOrder(snippet, order), own)
  })
}

/** Adds a customer to a list. Passed fields leave at once; a form, and the customer of the page, need the rest. */
export function addToList(
  snippet: Snippet,
  at: number,
  list: string,
  contact?: Contact | HTMLFormElement,
  options?: Options,
  callback?: Callback,
): Promise<Outcome> {
  return report(snippet, { kind: 'addToList', list, at, passed: contact, callback }, () => {
    if (typeof list !== 'string') return 'no_list'
    const { signature } = toFields(options)
    const form = contact instanceof HTMLFormElement ? contact : undefined
    if (contact && !form) return { said: { passed: [toFields(contact)] }, signature }
    // The page may empty the form before the rest is there.
    const person: Statement = { said: { form: form && readPerson(form) }, signature }
    return withRest(snippet, (rest) => rest.gatherSignUp(snippet, list, form, person), person)
  })
}

/** Reports an order that the page has said by itself. */
export const convertGathered = (snippet: Snippet, at: number, statement: Statement): void =>
  void report(snippet, { kind: 'convert', at }, () => statement)

/** A call gets its outcome within 10 s. The event itself goes on. */
const LATE: EventStatus = { status: 'queued', reason: 'timeout' }

interface Reported extends Enqueued {
  /** Errors that the page itself has found. An answer of the proxy names them too. */
  problems: Problem[]
  event?: Event
}

/**
 * Gathers, stores and sends, all before it returns, unless gathering takes time. Never throws, never rejects.
 *
 * @param gather returns a reason if there is nothing to report. If it throws, the error comes from the page: a getter, a toJSON
 */
export async function report(
  snippet: Snippet,
  call: Call,
  gather: () => MayBeLate<Statement | string>,
): Promise<Outcome> {
  const { kind, list, passed, callback } = call
  const startedAt = Date.now()
  const reported = safely(() =>
    chain(gather(), (statement) =>
      typeof statement === 'string' ? reject(statement) : enqueueStatement(snippet, call, statement),
    ),
  )
  // The request has left by now, unless gathering takes time.
  const { id, problems, result, event } = await Promise.resolve(reported ?? reject('unreadable')).catch(() =>
    reject('unreadable'),
  )
  const leftMs = TIMEOUT_MS - (Date.now() - startedAt)
  const status = await within<EventStatus, EventStatus>(leftMs, Promise.resolve(result), LATE)
  const outcome = announce({ id, kind, list }, { problems, ...status })
  if (event) event.isAwaited = false // from here on, every change is announced
  if (passed && outcome.problems.length > 0)
    void importRest(snippet).then((rest) => rest?.warnOf(passed, outcome.problems))
  safely(() => callback?.(outcome))
  return outcome
}

function enqueueStatement(
  snippet: Snippet,
  { kind, list, at }: Call,
  { said, number, signature = snippet.settings.signature }: Statement,
): Reported {
  const isText = signature === undefined || typeof signature === 'string'
  const problems = [...(said.problems ?? []), ...(isText ? [] : [{ field: 'signature', code: 'unreadable' }])]
  if (!snippet.settings.endpoint) return reject('no_endpoint', 'endpoint')
  const content: Content = {
    ...{ v: 2, kind, list, signature: isText ? signature : undefined },
    said: { ...said, problems: problems.length > 0 ? problems : undefined },
  }
  const text = toText(content)
  if (!text) return reject('unreadable')
  const event = createEvent({ kind, list }, text, at, toIdentity(content, number))
  event.isAwaited = true
  return { problems, event, ...enqueue(snippet, event) }
}

/** Names an order by its number and its customer. A signed order may say more, so it is another. */
function toIdentity({ said, signature }: Content, number: string | undefined): string | undefined {
  const { emails = [], passed = [] } = said ?? {}
  const customer = [...emails, ...passed.flatMap(({ email }) => email ?? [])].pop()
  return number && toJson([number, String(customer).trim().toLowerCase(), Boolean(signature)])
}

const reject = (reason: string, field?: string): Reported => ({
  id: toId(),
  problems: field ? [{ field, code: reason }] : [],
  result: { status: 'rejected', reason },
})
