/** `convert()` and `addToList()`: from the call's data to its outcome. */
import type { Contact } from './contact.js'
import { type Content, createEvent, type Event, type EventStatus, type Statement } from './event.js'
import { isFields, toFields } from './fields.js'
import { toId } from './id.js'
import type { Order } from './order.js'
import { announce, type Callback, type Outcome } from './outcome.js'
import { whenLeft } from './page-life.js'
import { readPerson } from './person.js'
import { readOrder } from './purchase.js'
import { importRest } from './rest.js'
import { isLate, type MayBeLate, safely, toJson, within } from './safely.js'
import { enqueue, TIMEOUT_MS } from './send.js'
import type { Rest, Snippet } from './snippet.js'
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
    const { statement, isWhole } = readOrder(snippet, order)
    return isWhole ? statement : withRest(snippet, (rest) => rest.gatherOrder(snippet, order), statement)
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

/** The shop's adapter may take 3 s more. So each event is stored within 10 s, before its call says `queued`. */
const LONGEST_IMPORT_MS = 7_000

/**
 * Acts at once if the rest is there. If it cannot be loaded in time, or before the page is left, the other value counts.
 */
function withRest(
  snippet: Snippet,
  action: (rest: Rest) => MayBeLate<Statement>,
  without: Statement,
): MayBeLate<Statement> {
  const act = () => (snippet.rest ? action(snippet.rest) : without)
  return snippet.rest ? act() : Promise.race([importRest(snippet), whenLeft(LONGEST_IMPORT_MS)]).then(act)
}

/** Reports an order that the page shows, without a call. */
export const convertGathered = (snippet: Snippet, at: number, statement: Statement): void =>
  void report(snippet, { kind: 'convert', at }, () => statement)

/** A call gets its outcome within 10 s. The event itself continues. */
const LATE: Reported = { status: 'queued', reason: 'timeout' }

/** The result of an attempt. */
interface Reported extends EventStatus {
  /** The id of the waiting event, if the order is a duplicate of it. */
  id?: string
}

/**
 * Gathers, stores and sends, all before it returns, unless gathering takes time. Never throws, never rejects.
 *
 * @param gather returns a reason if it finds no event to report. If it throws, the error comes from the page: a getter, a toJSON
 */
export async function report(
  snippet: Snippet,
  call: Call,
  gather: () => MayBeLate<Statement | string>,
): Promise<Outcome> {
  const { kind, list, passed, callback } = call
  const own = toId()
  let sent: Event | undefined
  const attempt = async (): Promise<Reported> => {
    const gathered = gather()
    // The request leaves in this task, unless gathering takes time.
    const statement = isLate(gathered) ? await gathered : gathered
    if (typeof statement === 'string') return reject(statement)
    const event = toEvent(snippet, call, statement, own)
    if (!('at' in event)) return event
    sent = event
    event.isAwaited = true
    const { id, result } = enqueue(snippet, event)
    return { problems: statement.said.problems ?? [], ...(await result), id }
  }
  const ended = attempt().catch(() => reject('unreadable'))
  const { id = own, ...status } = await within<Reported, Reported>(TIMEOUT_MS, ended, LATE)
  const outcome = announce({ id, kind, list }, status)
  if (sent) sent.isAwaited = false // from here on, every change is announced
  if (passed && outcome.problems.length > 0)
    void importRest(snippet).then((rest) => rest?.warnOf(passed, outcome.problems))
  safely(() => callback?.(outcome))
  return outcome
}

function toEvent(
  { settings }: Snippet,
  { kind, list, at }: Call,
  { said, number, signature = settings.signature }: Statement,
  id: string,
): Event | Reported {
  if (!settings.endpoint) return reject('no_endpoint', 'endpoint')
  const isText = signature === undefined || typeof signature === 'string'
  if (!isText) said.problems = [...(said.problems ?? []), { field: 'signature', code: 'unreadable' }]
  const content: Content = { v: 2, kind, list, signature: isText ? signature : undefined, said }
  const text = toText(content)
  return text ? createEvent(content, text, at, toIdentity(content, number), id) : reject('unreadable')
}

/**
 * Identifies an order by its number and its customer. A signed order may contain more data, so it has an identity of
 * its own.
 */
function toIdentity({ said, signature }: Content, number: string | undefined): string | undefined {
  const { emails = [], passed = [] } = said ?? {}
  const customer = [...emails, ...passed.flatMap(({ email }) => email ?? [])].pop()
  return number && toJson([number, String(customer).trim().toLowerCase(), Boolean(signature)])
}

const reject = (reason: string, field?: string): Reported => ({
  ...{ status: 'rejected', reason },
  problems: field ? [{ field, code: reason }] : [],
})
