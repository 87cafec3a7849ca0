/**
 * The setting `convertOn`: reports orders without a call, once per order number. An order comes from the named event of
 * the data layer. With `load`, it is the order that the page shows when it has loaded.
 *
 * An order is kept in three facts: its key, its best reading, and its deadline. It is reported when it is complete, at its deadline, or
 * when the page is hidden. Then it leaves as it is, and the proxy can tell the operator which fields are missing.
 */
import { reportOrder } from '../../core/call.js'
import { readMessages } from '../../core/entries.js'
import { ofDocument } from '../../core/globals.js'
import { watchLayer } from '../../core/layer.js'
import { onVisibility } from '../../core/page-life.js'
import { safely } from '../../core/safely.js'
import type { Snippet } from '../../core/snippet.js'
import { findOrders } from '../gather/find-orders.js'
import { type Gathered, gather, gatherPushed } from '../gather/gather-order.js'
import { watchPage } from './page.js'

interface Candidate {
  /** The order's number; its push, or undefined for the page, until it has one. */
  key: unknown
  /** The reading with most fields, of the page when it showed most. */
  best: Gathered
  /** The time at which the order is reported as it is. Set once it has its number. */
  deadline?: number
}

/** All orders of one page. */
interface Watch {
  /** The event of the data layer that converts, or `load`. */
  event: string
  snippet: Snippet
  candidates: Map<unknown, Candidate>
  isPolling?: boolean
  stop?: (() => undefined) | undefined
}

/** The time for which an order is watched once it has its number. */
const LONGEST_MS = 30_000
/** A page that pushes another order whenever one is reported must not freeze. */
const MAX_CANDIDATES = 20

const watched = new WeakMap<Snippet, Set<string>>()

/** Watches the page for orders. Called again when a later tag has added settings. */
export function startConverting(snippet: Snippet): void {
  const event = snippet.settings.convertOn
  const events = watched.get(snippet) ?? new Set()
  if (!event || events.has(event)) return
  watched.set(snippet, events.add(event))
  const watch: Watch = { event, snippet, candidates: new Map() }
  const look = () => poll(watch)
  snippet.layer.listeners.push(look)
  if (event !== 'load') safely(() => watchLayer(snippet.layer)) // even if it is declared later
  look()
  // By then the page may have another data layer, or more elements for the selectors.
  addEventListener('load', look)
  onVisibility('hidden', () => poll(watch, true))
}

/** Reads the page again. A listener may push to the data layer while an order is reported. */
function poll(watch: Watch, isHidden = false): void {
  if (watch.isPolling) return
  watch.isPolling = true
  safely(() => {
    const readings = readPage(watch, isHidden)
    for (const [key, reading] of readings) update(watch, key, reading)
    for (const candidate of [...watch.candidates.values()])
      step(watch, candidate, readings.has(candidate.key), isHidden)
  })
  watch.isPolling = false
  const isOpen = watch.candidates.size > 0 || watch.event === 'load'
  // Without MutationObserver, the watch throws (test/rules/snippet/rest/watch/convert-on.test.ts).
  if (isOpen) watch.stop ??= safely(() => watchPage(() => poll(watch)))
  else watch.stop = watch.stop?.()
}

/** Reads the orders that the page has now, by key. The latest one is the one that its elements show. */
function readPage({ event, snippet }: Watch, isHidden: boolean): Map<unknown, Gathered> {
  const { layer, reported } = snippet
  if (event === 'load') {
    const reading = isLoaded(isHidden) ? gather(snippet) : undefined
    return new Map(reading && isThankYou(snippet, reading) ? [[reading.facts.number, reading]] : [])
  }
  const orders = findOrders(readMessages(layer), event).slice(-MAX_CANDIDATES)
  const last = orders[orders.length - 1]
  const waiting = orders.filter(({ key }) => !reported.get(key))
  return new Map(
    waiting.map((order) => [order.key, order === last ? gather(snippet, order) : gatherPushed(snippet, order)]),
  )
}

/** A page counts once it has loaded. If an image does not load, it counts when the shopper leaves. */
const isLoaded = (isHidden: boolean): boolean =>
  ofDocument('readyState') === 'complete' || (isHidden && ofDocument('readyState') !== 'loading')

/** Checks whether this is a thank-you page: it has an order, and the elements of one if the settings name some. */
function isThankYou({ settings }: Snippet, { raw, facts }: Gathered): boolean {
  const { order_number, order, items } = settings.selectors ?? {}
  const { named = {}, problems = [] } = raw
  const isBroken = problems.some(({ field }) => field === 'json_ld')
  const hasOrder = facts.number ?? facts.hasItems ?? isBroken
  const isNamed = order_number ?? order ?? items
  return Boolean(hasOrder && (!isNamed || (named.order?.order_number ?? named.json ?? named.items)))
}

/** Keeps the reading that misses less. Once the order has its number, it has 30 s for its other fields. */
function update(watch: Watch, key: unknown, reading: Gathered): void {
  const { candidates, snippet } = watch
  const { number } = reading.facts
  if (snippet.reported.get(key) || snippet.reported.get(number)) return
  // Its number has arrived, so the order without one is this order.
  if (number !== undefined && watch.event === 'load') candidates.delete(undefined)
  const { best, deadline } = candidates.get(key) ?? {}
  const isBetter = !best || countMissing(reading) <= countMissing(best)
  const isNew = deadline === undefined && number !== undefined
  if (isNew) setTimeout(() => poll(watch), LONGEST_MS)
  candidates.set(key, {
    key,
    best: isBetter ? reading : best,
    ...((deadline ?? isNew) && { deadline: deadline ?? Date.now() + LONGEST_MS }),
  })
}

const countMissing = ({ facts, missing }: Gathered): number => missing.length + (facts.hasAddress ? 0 : 1)

/** Reports the order if its time is over. An order of a page that has moved on is reported as it was. */
function step(watch: Watch, candidate: Candidate, isShown: boolean, isHidden: boolean): void {
  const { candidates, snippet } = watch
  const { key, best, deadline } = candidate
  const { number } = best.facts
  const isOver = deadline !== undefined && Date.now() >= deadline
  const isGone = !isShown && number !== undefined
  if (!isComplete(snippet, best) && !isOver && !isHidden && !isGone) return
  reportAsIs(snippet, key, best)
  const isDone = isComplete(snippet, best) || isOver || isGone
  if (!isDone) return
  for (const each of [key, number]) if (each !== undefined) snippet.reported.set(each, true)
  candidates.delete(key)
}

/**
 * Checks whether all fields are there. While the page is parsed, selectors may find half of the order, and the data
 * layer may get a fuller one.
 */
function isComplete({ settings }: Snippet, { facts, missing, raw }: Gathered): boolean {
  const isParsed = ofDocument('readyState') !== 'loading' || !settings.selectors
  const hasItems = ofDocument('readyState') === 'complete' || raw.passed || facts.hasItems
  return Boolean(facts.number && facts.hasAddress && hasItems) && missing.length === 0 && isParsed
}

/** Reports the order once. The proxy refuses one that lacks its number or its e-mail, keeps the reason, and tells the operator. */
function reportAsIs(snippet: Snippet, key: unknown, { raw, facts }: Gathered): void {
  const { reported } = snippet
  const own = facts.number ?? key
  if (reported.get(own) || (reported.has(own) && !(facts.number && facts.hasAddress))) return
  // A later report of an order with number and address would be a duplicate.
  reported.set(own, Boolean(facts.number && facts.hasAddress))
  const lack =
    facts.hasItems || raw.entries?.some(hasValue) ? ['order_number', 'no_order_number'] : ['order', 'no_order']
  const [field = '', code = ''] = lack
  const problems = facts.number ? raw.problems : [...(raw.problems ?? []), { field, code }]
  reportOrder(snippet, Date.now(), { raw: { ...raw, ...(problems && { problems }) } })
}

/** An amount, or the name of an order's number, means that there is an order. */
const hasValue = (entry: object): boolean =>
  /"(value|transaction_?id|order_?(id|number))":/i.test(String(safely(() => JSON.stringify(entry))))
