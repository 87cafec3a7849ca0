/**
 * The setting `convertOn`: reports orders without a call of the page, once per order number. An order comes as the named event of
 * the data layer, or, with `load`, as what the page shows when it has loaded.
 *
 * An order that has its number, an e-mail and all that selectors name is reported at once, in the task that brought it. Any other
 * is gathered again as the page changes: as long as the page is open until it has its number, and 30 s more for the rest. Then, or
 * when the page is hidden, it is reported with what is there.
 */
import { isEvent } from '../gather/data-layer.js'
import { hasEmail } from '../gather/emails.js'
import { type Gathered, gather, gatherOrder } from '../gather/index.js'
import { type Found, isOrder, readNumber, saysOrder } from '../gather/order.js'
import type { Page } from '../gather/page.js'
import { safely } from '../safely.js'
import { readPage, type Snippet } from '../snippet.js'
import { watchLayer } from './data-layer.js'
import { watchPage } from './page.js'
import { onVisibility } from './page-life.js'

/** An order that has been seen, and is not yet reported in full. */
interface Candidate {
  /** The data layer's entry with the order. Undefined: the order is what the page shows, and may be followed by the next. */
  found: Found | undefined
  /** When the order was first seen. */
  at: number
  /** How long the rest is waited for, once the number is there. */
  until?: number | undefined
  /** The order as it was gathered last. It is reported when a single-page shop moves on, and shows less. */
  best?: Gathered | undefined
  /** The page was told what the order lacks. */
  isAnnounced: boolean
}

/** All orders that one page is watched for. */
interface Watch {
  /** The event of the data layer that converts, or `load`. */
  event: string
  snippet: Snippet
  report: Report
  /** The orders that wait for something. */
  candidates: Candidate[]
  /** The latest order: what the page shows belongs to it, also when it has been reported. */
  latest?: Candidate
  /** The numbers of reported orders, as the data layer says them, and as the page shows them; entries that say no number. */
  reported: Set<unknown>
  isPolling?: boolean
  stopWatching?: (() => undefined) | undefined
}

/**
 * Reports an order.
 *
 * @param at when it was first seen
 * @param order undefined: the order has no number, and is rejected for that
 */
export type Report = (at: number, order: Gathered | undefined) => void

/** How long the rest of an order is waited for, once its number is there. */
const LONGEST_MS = 30_000
/** How many orders without a number wait. A page that pushes another whenever it hears that one has none must not freeze. */
const MAX_CANDIDATES = 20

/** Watches the page for orders, and reports each. */
export function convertOn(event: string, snippet: Snippet, report: Report): void {
  const watch: Watch = { event, snippet, report, candidates: [], reported: new Set() }
  const look = () => poll(watch)
  snippet.layer.listeners.push(look)
  if (event !== 'load') safely(() => watchLayer(snippet.layer)) // also one that is declared later
  look()
  // By then the page may have another data layer, or all that selectors name.
  addEventListener('load', look)
  onVisibility('hidden', () => poll(watch, true))
}

function add(watch: Watch, found: Found | undefined): void {
  const candidate: Candidate = { found, at: Date.now(), isAnnounced: false }
  watch.candidates.push(candidate)
  watch.latest = candidate
}

/**
 * Looks for new orders, and gathers again those that wait. Never runs within itself: a listener may push to the data layer
 * what it hears.
 */
function poll(watch: Watch, isHidden = false): void {
  if (watch.isPolling) return
  watch.isPolling = true
  const page = readPage(watch.snippet)
  if (watch.event !== 'load') addNew(watch, page)
  else if (!watch.latest && isShown(isHidden)) add(watch, undefined)
  watch.candidates = watch.candidates.filter((candidate) => !safely(() => isDone(watch, page, candidate, isHidden)))
  watch.isPolling = false
  // Without selectors and marks what an order lacks can only be pushed.
  const watchChanges = RINGUP_DOM ? watchPage : watch.snippet.rest?.watchPage
  if (watch.candidates.length)
    watch.stopWatching ??= safely(() => watchChanges?.(() => poll(watch))) // some browsers have no observer
  else watch.stopWatching = watch.stopWatching?.()
}

/** Says whether what the page shows counts: once it has loaded, or, when a picture hangs, as the shopper leaves. */
const isShown = (isHidden: boolean) =>
  document.readyState === 'complete' || (isHidden && document.readyState !== 'loading')

/**
 * Adds the orders that were pushed since the last poll, oldest first. A page may push the same object again, changed: that is no
 * other order.
 */
function addNew(watch: Watch, { entries }: Page): void {
  const { candidates, reported, event } = watch
  const isFull = candidates.length >= MAX_CANDIDATES
  for (const entry of [...entries].reverse()) {
    if (!isEvent(entry, event) || !isOrder(entry.order) || reported.has(toKey(entry))) continue
    const waiting = candidates.find(({ found }) => found?.pushed === entry.pushed)
    if (waiting) waiting.found = entry
    else if (!isFull || readNumber(entry.order)) add(watch, entry)
  }
}

/** An entry is known by its number; by itself where the number is only shown on the page. */
const toKey = ({ order, pushed }: Found) => readNumber(order) ?? pushed

/** Gathers the order once more; true when there is nothing more to do for it. */
function isDone(watch: Watch, page: Page, candidate: Candidate, isHidden: boolean): boolean {
  const order = gatherCandidate(watch, page, candidate)
  const { number } = order
  const { found, best } = candidate
  if (best && isGone(order, best)) {
    if (finish(watch, candidate, best, !found)) return true
    if (candidate.best) return false
  }
  if (number !== undefined && watch.reported.has(number)) return found !== undefined
  if (!saysOrder(order.said)) return false
  if (number !== undefined) candidate.until ??= waitForRest(watch, candidate)
  candidate.best = order
  const isOver = Date.now() >= Number(candidate.until)
  const isHopeless = number === undefined && !page.settings.selectors
  return (isWhole(watch, order) || isHopeless || isHidden || isOver) && finish(watch, candidate, order, isOver)
}

/** Plans the last look at an order that has its number. @returns when that is */
function waitForRest(watch: Watch, candidate: Candidate): number {
  setTimeout(() => poll(watch), LONGEST_MS)
  candidate.isAnnounced = false
  if (!candidate.found) candidate.at = Date.now()
  return Date.now() + LONGEST_MS
}

function gatherCandidate({ latest, reported }: Watch, page: Page, candidate: Candidate): Gathered {
  const { found } = candidate
  if (!found) return gather(page)
  // What the page shows belongs to its latest order, unless it still shows one that was reported.
  const shown = gatherOrder(page, found, candidate === latest)
  const { number } = shown
  const isOthers = number !== undefined && number !== readNumber(found.order) && reported.has(number)
  return isOthers ? { ...gatherOrder(page, found, false), missing: ['order_number'] } : shown
}

/** Says whether the page has moved on: it shows another order, or less than before. */
function isGone(order: Gathered, best: Gathered): boolean {
  const missing = order.missing.length - best.missing.length
  return best.number !== undefined && (missing > 0 || (missing === 0 && order.number !== best.number))
}

/** Says whether nothing more is to be waited for. While the page is parsed, what selectors name may be missing, or half there. */
const isWhole = ({ snippet: { settings } }: Watch, order: Gathered) =>
  isSendable(order) && !order.missing.length && !(settings.selectors && document.readyState === 'loading')

/** Says whether the order has its number and an e-mail. */
export const isSendable = ({ said, number }: Gathered) => number !== undefined && hasEmail(said.emails ?? [])

/**
 * Reports the order. One that lacks its number or e-mail is reported as lacking it, once, and may be completed until its time is over.
 *
 * @returns true when there is nothing more to do for the candidate
 */
function finish(watch: Watch, candidate: Candidate, order: Gathered, isLast: boolean): boolean {
  const { number } = order
  const isKnown = number !== undefined && watch.reported.has(number)
  // Without a number it could not be told from the next one.
  if (!isKnown && (isSendable(order) || !candidate.isAnnounced))
    watch.report(candidate.at, number === undefined ? undefined : order)
  candidate.isAnnounced = true
  if (!isKnown && !isSendable(order) && !isLast) return false
  watch.reported.add(number)
  if (candidate.found) watch.reported.add(toKey(candidate.found))
  candidate.best = candidate.until = undefined
  return candidate.found !== undefined
}
