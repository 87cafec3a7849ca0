/** `convert()` and `addToList()`: from the call's data to its outcome. */
import type { Contact } from './contact.js'
import { readMessages, toEntries } from './entries.js'
import { type Content, createEvent, type EventStatus, type QueuedEvent, type Report, WIRE_VERSION } from './event.js'
import { type Fields, isFields, toFields } from './fields.js'
import { filter, readFacts } from './filter.js'
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
    const order = readCall(snippet, argument)
    return order.isWhole ? order : withRest(snippet, (rest) => rest.gatherOrder(snippet, argument), order)
  })
}

/** Reads the order of a call. It is whole with its number and address, or if the page has all of it. */
function readCall({ settings, layer }: Snippet, argument: Fields): Report & { isWhole: boolean } {
  const { entries, facts } = toEntries(readMessages(layer), settings.convertOn)
  const own = readFacts(argument)
  const isKnown = own.number ? own.hasAddress : facts.number && facts.hasItems && (own.hasAddress ?? facts.hasAddress)
  return {
    raw: { ...toTerms(settings), entries, passed: [argument] },
    signature: safely(() => argument.signature),
    isWhole: Boolean(isKnown && !own.isSuspect && !facts.isSuspect) && !namesOrder(settings),
  }
}

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
    if (contact && !isForm) return { raw: { passed: [toFields(contact)] }, signature }
    // Without the rest, the entries may have the page's customer.
    const { entries } = toEntries(readMessages(snippet.layer))
    const gather = (rest: Rest) => rest.gatherSignUp(snippet, list, contact, signature)
    return withRest(snippet, gather, isForm ? 'unreadable' : { raw: { entries }, signature })
  })
}

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
const LATE: EventStatus = { status: 'queued', reason: 'timeout' }

/**
 * Gathers, stores and sends, all before it returns, unless gathering takes time. Never throws, never rejects.
 *
 * @param gather returns a reason if it finds no event to report. If it throws, the error comes from the page: a getter, a toJSON
 */
export async function report(snippet: Snippet, call: Call, gather: () => MayBeLate<Report | string>): Promise<Outcome> {
  const { settings } = snippet
  const { kind, list, at, argument, callback } = call
  const id = toId()
  let event: QueuedEvent | undefined
  const begin = async (): Promise<EventStatus> => {
    const gathered = gather()
    // The request leaves in this task, unless gathering takes time.
    const result = isLate(gathered) ? await gathered : gathered
    if (typeof result === 'string') return reject(result)
    const { raw, signature = settings.signature } = result
    if (!settings.endpoint) return reject('no_endpoint', 'endpoint')
    const content = { v: WIRE_VERSION, kind, list, signature, raw: filter(raw, {}, snippet.rest?.isSecret) }
    event = createEvent(call, toJson(content), at, id)
    event.isAwaited = true
    return { problems: raw.problems ?? [], ...(await enqueue(snippet, event)) }
  }
  const end = begin().catch(() => reject('unreadable'))
  const outcome = announce({ id, kind, list }, await within(TIMEOUT_MS, end, LATE))
  if (event) event.isAwaited = false // from here on, every change is announced
  if (argument && outcome.problems.length > 0)
    void importRest(snippet).then((rest) => rest?.warnOf(argument, outcome.problems))
  safely(() => callback?.(outcome))
  return outcome
}

const reject = (reason: string, field?: string): EventStatus => ({
  status: 'rejected',
  reason,
  problems: field ? [{ field, code: reason }] : [],
})
