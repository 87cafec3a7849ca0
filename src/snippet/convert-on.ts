/**
 * The setting `convertOn`: orders that convert by themselves, once per order number.
 *
 * An order that has its number, an e-mail and all that selectors name is reported in the task that brought it. Any other
 * is looked at again as the page changes, for 30 s, and last when the page is hidden: it is then reported with what has been read.
 */
import { isEvent, readPushed, toEntry, toOrder } from './adapters/data-layer.js'
import { withNamed } from './adapters/dom.js'
import { isOrder } from './adapters/found-order.js'
import { readPage } from './adapters/index.js'
import { toPayload } from './convert.js'
import type { PageOrder } from './order.js'
import { onHidden, whenLoaded } from './page-life.js'
import { report } from './report.js'
import { safely } from './safely.js'
import { settings } from './settings.js'
import { watchDataLayer } from './watch-data-layer.js'
import { watchPage } from './watch-page.js'

/** An order that is waited for, or that the page does not yet say in full. */
interface Candidate {
  /** What the page says of it now. */
  read(): PageOrder
  /** When it was first seen. */
  at: number
  /** Its time is over. */
  isOver: boolean
  /** The most that the page has shown of it so far: a single-page shop moves on. */
  best?: Snapshot
  /** The page has heard what it lacks. */
  isAnnounced?: boolean
}

interface Snapshot {
  payload: ReturnType<typeof toPayload>
  number: string | undefined
  missing: number
}

const LONGEST_MS = 30_000
/** A page has few orders: one whose listener pushes another each time it hears of one must not freeze. */
const MAX_CANDIDATES = 20

let candidates: Candidate[] = []
let candidatesLeft = MAX_CANDIDATES
/** What the page shows belongs to this one, also when it has been reported. */
let latest: Candidate | undefined
const reported = new Set<string>()
const seen = new WeakSet<object>()
let isPolling = false
let stopWatching: (() => undefined) | undefined

export function convertOn(): void {
  const { convertOn: event } = settings
  if (event === 'load') {
    whenLoaded(() => {
      add(readPage)
      poll()
    })
  } else if (event) {
    safely(() =>
      watchDataLayer((pushed) => {
        for (const entry of pushed) seen.delete(Object(entry)) // pages push the same object again, changed
        poll()
      }),
    )
    poll()
    // By then the page may have another data layer, or all that selectors name.
    if (document.readyState !== 'complete') whenLoaded(poll)
  }
  if (event) onHidden(pollLast)
}

/** Its own time begins. */
function add(read: (candidate: Candidate) => PageOrder): void {
  if (candidatesLeft-- <= 0) return
  const candidate: Candidate = { read: () => read(candidate), at: Date.now(), isOver: false }
  setTimeout(() => {
    candidate.isOver = true
    poll()
  }, LONGEST_MS)
  candidates.push(candidate)
  latest = candidate
}

const poll = () => pollPage(false)
const pollLast = () => pollPage(true)

/** Never within itself: a listener may push to the data layer what it hears. */
function pollPage(isHidden: boolean): void {
  if (isPolling) return
  isPolling = true
  if (settings.convertOn !== 'load') addNew()
  candidates = candidates.filter((candidate) => !safely(() => isDone(candidate, isHidden)) && !candidate.isOver)
  isPolling = false
  if (candidates.length)
    stopWatching ??= safely(() => watchPage(poll)) // some browsers have no observer
  else stopWatching = stopWatching?.()
}

/** The orders that were pushed since the last poll, oldest first. */
function addNew(): void {
  for (const pushed of readPushed()) {
    if (typeof pushed !== 'object' || pushed === null || seen.has(pushed)) continue
    seen.add(pushed)
    const entry = toEntry(pushed)
    if (!entry || !isEvent(entry, settings.convertOn)) continue
    const order = toOrder(entry)
    if (!isOrder(order)) continue
    const alone: PageOrder = { ...order, missing: [], problems: [] }
    add((candidate) => {
      // What the page shows belongs to its latest order, unless it still shows one that was reported.
      const page = candidate === latest ? withNamed(order) : alone
      const shown = String(page.cart.order_number)
      return shown !== order.number && reported.has(shown) ? { ...alone, missing: ['order_number'] } : page
    })
  }
}

/** Reads the page once more; true when there is nothing more to do for this order. */
function isDone(candidate: Candidate, isHidden: boolean): boolean {
  const page = candidate.read()
  const payload = toPayload(page, [], [])
  const snapshot: Snapshot = { payload, number: payload.body.cart_data?.order_number, missing: page.missing.length }
  const { best = snapshot } = candidate
  if (best.number !== undefined && isGone(snapshot, best)) return finish(candidate, best)
  if (!isOrder(page)) return false
  candidate.best = snapshot
  const isHopeless = snapshot.number === undefined && !settings.selectors
  return (isWhole(snapshot) || isHopeless || isHidden || candidate.isOver) && finish(candidate, snapshot)
}

/** The page has moved on: it shows another order, or not all that was there. */
const isGone = (snapshot: Snapshot, best: Snapshot) =>
  snapshot.missing > best.missing || (snapshot.number !== best.number && snapshot.missing === best.missing)

/** While the page is parsed, what selectors name may stand further down, or half of it. */
const isWhole = (snapshot: Snapshot) =>
  isSendable(snapshot) && !snapshot.missing && !(settings.selectors && document.readyState === 'loading')

const isSendable = ({ number, payload }: Snapshot) => number !== undefined && payload.body.email !== undefined

/** Reports the order. One that lacks its number or e-mail is rejected for that, once, and may be completed until its time is over. */
function finish(candidate: Candidate, snapshot: Snapshot): boolean {
  const { number, payload } = snapshot
  if (number !== undefined && reported.has(number)) return true
  const isLast = isSendable(snapshot)
  if (isLast) reported.add(String(number))
  if (isLast || !candidate.isAnnounced)
    // Without a number it could not be told from the next one.
    void report({ kind: 'convert', at: candidate.at }, () => (number === undefined ? 'no_order_number' : payload))
  candidate.isAnnounced = true
  return isLast
}
