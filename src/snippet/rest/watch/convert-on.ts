/**
 * The setting `convertOn`: reports orders without a call, once per order number. An order comes from the named event of
 * the data layer. With `load`, it is the order that the page shows when it has loaded.
 *
 * `seen → numbered → whole → reported`: an order is reported as soon as it is whole. Until then it is gathered again
 * when the page changes. Without its number it is watched while the page is open, with its number for 30 s. Then, or
 * when the page is hidden, it is reported as it is. The proxy can then tell the operator which fields are missing.
 */
import { convertGathered } from '../../core/call.js'
import { toFields } from '../../core/fields.js'
import { onVisibility } from '../../core/page-life.js'
import { safely } from '../../core/safely.js'
import type { Snippet } from '../../core/snippet.js'
import { watchLayer } from '../../core/watch-layer.js'
import { hasEmail } from '../gather/emails.js'
import { isEvent, withEarlierOrder } from '../gather/entries.js'
import { type Gathered, gather, gatherOrder } from '../gather/index.js'
import { type Found, hasItems, readNumber, saysOrder } from '../gather/order.js'
import { type Page, readPage } from '../gather/page.js'
import { watchPage } from './page.js'

/**
 * `seen`: the number is missing. `numbered`: another field is missing. `whole`: all fields are there. `reported`: the
 * order is not watched any more.
 */
type State = 'seen' | 'numbered' | 'whole' | 'reported'

/** An order that the page has shown. */
interface Candidate {
  state: State
  /** The data layer's entry. Undefined: the page shows the order, and another may follow it. */
  found: Found | undefined
  /** When the order was first seen. */
  at: number
  /** The order as it was last gathered. It is reported if a single-page shop moves on and shows less. */
  best?: Gathered | undefined
  /** The time at which the order is reported as it is. Set once it has its number. */
  until?: number | undefined
}

/** All orders of one page. */
interface Watch {
  /** The event of the data layer that converts, or `load`. */
  event: string
  snippet: Snippet
  candidates: Candidate[]
  /** The latest order. The page shows this order, even after it was reported. */
  latest?: Candidate
  isPolling?: boolean
  stopWatching?: (() => undefined) | undefined
}

/** The time for which an order is watched once it has its number. */
const LONGEST_MS = 30_000
/**
 * The most orders without a number that are watched. A page that pushes another order whenever one is reported must not
 * freeze.
 */
const MAX_CANDIDATES = 20

const watched = new WeakMap<Snippet, Set<string>>()

/** Watches the page for orders. Called again when a later tag has added settings. */
export function startConverting(snippet: Snippet): void {
  const event = snippet.settings.convertOn
  const events = watched.get(snippet) ?? new Set()
  if (!event || events.has(event)) return
  watched.set(snippet, events.add(event))
  const watch: Watch = { event, snippet, candidates: [] }
  const look = () => poll(watch)
  snippet.layer.listeners.push(look)
  if (event !== 'load') safely(() => watchLayer(snippet.layer)) // even if it is declared later
  look()
  // By then the page may have another data layer, or more elements for the selectors.
  addEventListener('load', look)
  onVisibility('hidden', () => poll(watch, true))
}

/**
 * Looks for new orders, and gathers the waiting ones again. A listener may push to the data layer while an order is
 * reported.
 */
function poll(watch: Watch, isHidden = false): void {
  if (watch.isPolling) return
  watch.isPolling = true
  const page = readPage(watch.snippet)
  if (watch.event !== 'load') addNew(watch, page)
  else if (!watch.latest && isShown(isHidden)) add(watch, undefined)
  for (const candidate of watch.candidates)
    candidate.state = safely(() => step(watch, page, candidate, isHidden)) ?? candidate.state
  watch.candidates = watch.candidates.filter(({ state }) => state !== 'reported')
  watch.isPolling = false
  // Some browsers have no MutationObserver.
  if (watch.candidates.length > 0) watch.stopWatching ??= safely(() => watchPage(() => poll(watch)))
  else watch.stopWatching = watch.stopWatching?.()
}

/**
 * Checks whether the page counts as shown: it has loaded. If an image does not load, the page counts when the shopper
 * leaves.
 */
const isShown = (isHidden: boolean) =>
  document.readyState === 'complete' || (isHidden && document.readyState !== 'loading')

/**
 * Adds the orders that were pushed since the last poll, oldest first. A page may push one object again after it has
 * changed it.
 */
function addNew(watch: Watch, { entries }: Page): void {
  const { candidates, snippet, event } = watch
  const isFull = candidates.length >= MAX_CANDIDATES
  for (const [index, entry] of [...entries.entries()].reverse()) {
    if (!isEvent(entry, event)) continue
    const found = withEarlierOrder(entries, entry, index)
    if (snippet.reported.get(toKey(found))) continue
    const waiting = candidates.find((each) => each.found && isSame(each.found, found))
    if (!waiting) !(isFull && !readNumber(found.order)) && add(watch, found)
    else if (waiting.found?.pushed === found.pushed || hasItems(found.order)) waiting.found = found
  }
}

const isSame = (one: Found, other: Found) => one.pushed === other.pushed || toKey(one) === toKey(other)

function add(watch: Watch, found: Found | undefined): void {
  watch.latest = { state: 'seen', found, at: Date.now() }
  watch.candidates.push(watch.latest)
}

/** The key of an entry is its number, or the entry itself if it has none. */
const toKey = ({ order, pushed }: Found) => readNumber(order) ?? pushed

/** Gathers the order once more. @returns its next state */
function step(watch: Watch, page: Page, candidate: Candidate, isHidden: boolean): State {
  const { found, best } = candidate
  const order = gatherCandidate(watch, page, candidate)
  if (best?.number !== undefined && isGone(order, best)) {
    const state = report(watch, candidate, best, !found)
    if (state === 'reported' || candidate.best) return state
  }
  const { number } = order
  if (number !== undefined && watch.snippet.reported.get(number)) return found ? 'reported' : 'seen'
  const isOfPage = found || isThankYou(page, order)
  if (number === undefined || !isOfPage) {
    if (isHidden && isOfPage && !hasNumbered(watch, page)) reportEarly(watch, candidate, order)
    if (isOfPage && saysOrder(order.said)) candidate.best = order
    return 'seen'
  }
  candidate.best = order
  if (candidate.until === undefined) begin(watch, candidate)
  const isOver = Date.now() >= Number(candidate.until)
  return isWhole(watch, order) || isHidden || isOver ? report(watch, candidate, order, isOver) : 'numbered'
}

/** Checks whether an order has its number. Then an event without one is a tag for ads, which repeats the order. */
const hasNumbered = ({ event }: Watch, { entries }: Page) =>
  entries.some((entry) => isEvent(entry, event) && readNumber(entry.order))

/** Gives the order 30 s for its missing fields, because it has its number now. */
function begin(watch: Watch, candidate: Candidate): void {
  candidate.until = Date.now() + LONGEST_MS
  watch.snippet.reported.delete(candidate) // another order without a number may follow on this page
  if (!candidate.found) candidate.at = Date.now()
  setTimeout(() => poll(watch), LONGEST_MS)
}

function gatherCandidate({ latest, snippet: { reported } }: Watch, page: Page, candidate: Candidate): Gathered {
  const { found } = candidate
  if (!found) return gather(page)
  // The page shows its latest order, unless it still shows a reported one.
  const shown = gatherOrder(page, found, candidate === latest)
  const { number } = shown
  const isOthers = number !== undefined && number !== readNumber(found.order) && reported.get(number)
  return isOthers ? { ...gatherOrder(page, found, false), missing: ['order_number'] } : shown
}

/**
 * Checks whether this is a thank-you page. Its selectors may match elements on another page, so its value or its items
 * must be there too.
 */
function isThankYou({ settings }: Page, { said }: Gathered): boolean {
  const { order, items, json } = said.named ?? {}
  return saysOrder(said) && Boolean(!settings.selectors || said.found || json || items || order?.cart_value)
}

/** Checks whether the page has moved on: it shows another order, or less than before. */
function isGone(order: Gathered, best: Gathered): boolean {
  const missing = order.missing.length - best.missing.length
  return missing > 0 || (missing === 0 && order.number !== best.number)
}

/**
 * Checks whether all fields are there. While the page is parsed, selectors may find half of the order, and the data
 * layer may get a fuller one.
 */
function isWhole({ snippet: { settings } }: Watch, order: Gathered): boolean {
  const { found, passed } = order.said
  const isParsed = document.readyState !== 'loading' || !settings.selectors
  const hasAll = document.readyState === 'complete' || passed || !found || hasItems(toFields(found.order))
  return isSendable(order) && order.missing.length === 0 && isParsed && Boolean(hasAll)
}

/** The order has its number and an e-mail. */
const isSendable = ({ said, number }: Gathered) => number !== undefined && hasEmail(said.emails ?? [])

/** Reports the order. Without its e-mail it is reported once, and may still be completed until its time is over. */
function report(watch: Watch, candidate: Candidate, order: Gathered, isLast: boolean): State {
  const { snippet } = watch
  const { number } = order
  const isKnown = number !== undefined && snippet.reported.get(number)
  if (!isKnown && !isSendable(order)) {
    reportEarly(watch, candidate, order)
    if (!isLast) return 'numbered'
  } else if (!isKnown) convertGathered(snippet, candidate.at, order)
  snippet.reported.set(number, true)
  if (candidate.found) snippet.reported.set(toKey(candidate.found), true)
  candidate.best = candidate.until = undefined
  return candidate.found ? 'reported' : 'seen'
}

/** Reports an order that lacks its number or its e-mail. The proxy refuses it, keeps the reason, and tells the operator. */
function reportEarly({ snippet }: Watch, candidate: Candidate, { said, number }: Gathered): void {
  const key = number ?? candidate
  if (snippet.reported.has(key)) return
  snippet.reported.set(key, false)
  const lacking = saysOrder(said)
    ? { field: 'order_number', code: 'no_order_number' }
    : { field: 'order', code: 'no_order' }
  const problems = number === undefined ? [...(said.problems ?? []), lacking] : said.problems
  convertGathered(snippet, candidate.at, { number, said: { ...said, problems } })
}
