/** `convert()` and `addToList()`: from the call's data to its outcome. */
import type { Contact } from './contact.js'
import { readEntries } from './entries.js'
import { type Content, createEvent, type EventStatus, type QueuedEvent, type Report, WIRE_VERSION } from './event.js'
import { type Fields, isFields, toFields } from './fields.js'
import { type Facts, type Filter, filter } from './filter.js'
import { toId } from './id.js'
import type { Order } from './order.js'
import { announce, type Callback, type Outcome } from './outcome.js'
import { whenLeft } from './page-life.js'
import { importRest } from './rest.js'
import { isLate, type MayBeLate, safely, toJson, within } from './safely.js'
import { enqueue, TIMEOUT_MS } from './send.js'
import { namesOrder, toTerms } from './settings.js'
import type { Rest, Snippet } from './snippet.js'

export interface Options {
  /** Made by the shop's server for this customer and list. */
  signature?: string | undefined
}

/** One call, or an order that the page has reported without a call. */
export interface Call extends Pick<Content, 'kind' | 'list'> {
  /** When it was made, by this browser's clock. */
  at: number
  /** The caller's value. A problem in it is a developer's mistake. */
  argument?: unknown
  callback?: Callback | undefined
}

/** Reports an order. If it is whole, it leaves in this task. */
export function convert(snippet: Snippet, at: number, argument: Order = {}, callback?: Callback): Promise<Outcome> {
  return report(snippet, { kind: 'convert', at, argument, callback }, () => {
    if (!isFields(argument)) return 'no_order'
    const own = safely(() => readCall(snippet, argument))
    return own?.isWhole ? own : withRest(snippet, (rest) => rest.gatherOrder(snippet, argument), own ?? 'unreadable')
  })
}

/** Reads the order of a call. It is whole if the core can read and copy all of it. */
function readCall({ settings, layer }: Snippet, argument: Fields): Report & { isWhole: boolean } {
  const odd: Facts = {}
  const { signature, ...order } = filterOrder(argument, { facts: odd })
  const { email, ecommerce, cart_data } = order
  const { entries, facts } = ecommerce ? { entries: [], facts: {} as Facts } : readEntries(layer)
  const number = toFields(cart_data).order_number ?? toFields(ecommerce).transaction_id
  const isKnown = number ? email : facts.number && facts.hasItems && (email ?? facts.hasAddress)
  const isWhole = Boolean(isKnown && !odd.isOdd && !facts.isOdd) && !namesOrder(settings)
  return { raw: { ...toTerms(settings), entries, passed: [order] }, signature, isWhole }
}

/** Filters a passed order. A GA4 object is the page's own, so it has persons' fields. */
export const filterOrder = ({ ecommerce, ...order }: Fields, options: Filter): Fields => ({
  ...filter(order, options),
  ...(ecommerce !== undefined && { ecommerce: filter(toFields(ecommerce), { ...options, isOfPage: true }) }),
})

/** Adds a customer to a list. Passed fields leave in this task; a form, and the customer of the page, need the rest. */
export function addToList(
  snippet: Snippet,
  at: number,
  list: string,
  contact?: Contact | HTMLFormElement,
  options?: Options,
  callback?: Callback,
): Promise<Outcome> {
  return report(snippet, { kind: 'addToList', list, at, argument: contact, callback }, () => {
    if (typeof list !== 'string') return 'no_list'
    const { signature } = toFields(options)
    const isForm = contact instanceof HTMLFormElement
    const facts: Facts = {}
    const passed = contact && !isForm && safely(() => [filter(toFields(contact), { facts })])
    if (passed && !facts.isOdd) return { raw: { passed }, signature }
    const gather = (rest: Rest) => rest.gatherSignUp(snippet, list, contact, signature)
    return withRest(
      snippet,
      gather,
      isForm ? 'unreadable' : { raw: passed ? { passed } : readPerson(snippet), signature },
    )
  })
}

/** The entries that may have the page's customer. */
const readPerson = ({ layer }: Snippet): Report['raw'] => ({ entries: readEntries(layer).entries })

/** The shop's adapter may take 3 s more. So each event is stored within 10 s, before its call says `queued`. */
const LONGEST_IMPORT_MS = 7_000

/**
 * Acts immediately if the rest is there. If it cannot be loaded in time, or before the page is left, the other value counts.
 */
function withRest(
  snippet: Snippet,
  action: (rest: Rest) => MayBeLate<Report>,
  without: Report | string,
): MayBeLate<Report | string> {
  const act = () => (snippet.rest ? action(snippet.rest) : without)
  return snippet.rest ? act() : Promise.race([importRest(snippet), whenLeft(LONGEST_IMPORT_MS)]).then(act)
}

/** Reports an order that the page shows, without a call. */
export const reportOrder = (snippet: Snippet, at: number, own: Report): void =>
  void report(snippet, { kind: 'convert', at }, () => own)

/** A call gets its outcome within 10 s. The event itself continues. */
const LATE: Result = { status: 'queued', reason: 'timeout' }

/** The result of an attempt. */
interface Result extends EventStatus {
  /** The id of the waiting event, if it has the same text. */
  id?: string
}

/**
 * Gathers, stores and sends, all before it returns, unless gathering takes time. Never throws, never rejects.
 *
 * @param gather returns a reason if it finds no event to report. If it throws, the error comes from the page: a getter, a toJSON
 */
export async function report(snippet: Snippet, call: Call, gather: () => MayBeLate<Report | string>): Promise<Outcome> {
  const { settings } = snippet
  const { kind, list, at, argument, callback } = call
  const own = toId()
  let event: QueuedEvent | undefined
  const begin = async (): Promise<Result> => {
    const gathered = gather()
    // The request leaves in this task, unless gathering takes time.
    const result = isLate(gathered) ? await gathered : gathered
    if (typeof result === 'string') return reject(result)
    const { raw, signature = settings.signature } = result
    if (!settings.endpoint) return reject('no_endpoint', 'endpoint')
    event = createEvent(call, toJson({ v: WIRE_VERSION, kind, list, signature, raw }), at, own)
    event.isAwaited = true
    const sent = enqueue(snippet, event)
    return { problems: raw.problems ?? [], ...(await sent.result), id: sent.id }
  }
  const ended = begin().catch(() => reject('unreadable'))
  const { id = own, ...status } = await within<Result, Result>(TIMEOUT_MS, ended, LATE)
  const outcome = announce({ id, kind, list }, status)
  if (event) event.isAwaited = false // from here on, every change is announced
  if (argument && outcome.problems.length > 0)
    void importRest(snippet).then((rest) => rest?.warnOf(argument, outcome.problems))
  safely(() => callback?.(outcome))
  return outcome
}

const reject = (reason: string, field?: string): Result => ({
  status: 'rejected',
  reason,
  problems: field ? [{ field, code: reason }] : [],
})
