/**
 * The setting `convertOn`: orders that convert by themselves, once per order number.
 *
 * An order that has its number, an e-mail and all that selectors name is reported in the task that brought it. Any other
 * is looked at again as the page changes, and last when the page is hidden: it is then reported with what it has said.
 */
import { isEvent, readPushed, toEntry } from './adapters/data-layer.js'
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
  /** The most that the page has said of it so far: a single-page shop moves on. */
  best?: Said
  /** The page has heard what it lacks. */
  isTold?: boolean
}

interface Said {
  payload: ReturnType<typeof toPayload>
  number: string | undefined
  missing: number
}

let candidates: Candidate[] = []
const reported = new Set<string>()
const seen = new WeakSet<object>()
let isLooking = false
let stopWatching: (() => undefined) | undefined

export function convertOn(): void {
  const { convertOn: event } = settings
  if (event === 'load') {
    whenLoaded(() => {
      candidates.push({ read: readPage, at: Date.now() })
      look()
    })
  } else if (event) {
    watchDataLayer(look)
    look()
    // By then the page may have another data layer, or all that selectors name.
    if (document.readyState !== 'complete') whenLoaded(look)
  }
  if (event) onHidden(lookLast)
}

const look = () => lookAt(false)
const lookLast = () => lookAt(true)

/** Never within itself: a listener may push to the data layer what it hears. */
function lookAt(isLast: boolean): void {
  if (isLooking) return
  isLooking = true
  if (settings.convertOn !== 'load') candidates.push(...readNew())
  candidates = candidates.filter((candidate) => !safely(() => isDone(candidate, isLast)))
  isLooking = false
  if (candidates.length) stopWatching ??= watchPage(look, lookLast)
  else stopWatching = stopWatching?.()
}

/** The orders that were pushed since the last look, oldest first. */
function readNew(): Candidate[] {
  return readPushed().flatMap((pushed) => {
    if (typeof pushed !== 'object' || pushed === null || seen.has(pushed)) return []
    seen.add(pushed)
    const entry = toEntry(pushed)
    if (!entry || !isEvent(entry, settings.convertOn)) return []
    const { order } = entry
    const alone = { ...order, missing: [], problems: [] }
    const read = (): PageOrder => {
      // What the page shows belongs to its latest order, unless it still shows one that was reported.
      const page = candidate === candidates.at(-1) ? withNamed(order) : alone
      const shown = String(page.cart.order_number)
      return shown !== order.number && reported.has(shown) ? { ...alone, missing: ['order_number'] } : page
    }
    const candidate: Candidate = { read, at: Date.now() }
    return [candidate]
  })
}

/** Looks once more; true when there is nothing more to do for this order. */
function isDone(candidate: Candidate, isLast: boolean): boolean {
  const page = candidate.read()
  const payload = toPayload(page, [], [])
  const said: Said = { payload, number: payload.body.cart_data?.order_number, missing: page.missing.length }
  const { best = said } = candidate
  if (best.number !== undefined && isGone(said, best)) return finish(candidate, best)
  if (!isOrder(page)) return false
  candidate.best = said
  const isHopeless = said.number === undefined && !settings.selectors
  return (isWhole(said) || isHopeless || isLast) && finish(candidate, said)
}

/** The page has moved on: it shows another order, or not all that was there. */
const isGone = (said: Said, best: Said) =>
  said.missing > best.missing || (said.number !== best.number && said.missing === best.missing)

/** While the page is parsed, what selectors name may stand further down, or half of it. */
const isWhole = (said: Said) =>
  isSendable(said) && !said.missing && !(settings.selectors && document.readyState === 'loading')

const isSendable = ({ number, payload }: Said) => number !== undefined && payload.body.email !== undefined

/** Reports the order. One that lacks its number or e-mail is rejected for that, once, and may still be completed. */
function finish(candidate: Candidate, said: Said): boolean {
  const { number, payload } = said
  if (number !== undefined && reported.has(number)) return true
  const isLast = isSendable(said)
  if (isLast) reported.add(String(number))
  if (isLast || !candidate.isTold)
    // Without a number it could not be told from the next one.
    void report({ kind: 'convert', at: candidate.at }, () => (number === undefined ? 'no_order_number' : payload))
  candidate.isTold = true
  return isLast
}
