/**
 * The setting `convertOn`: orders that convert by themselves, once per order number.
 *
 * An order that has its number, an e-mail and all that selectors name is reported in the task that brought it. Any other
 * is looked at again as the page changes, and last when the page is hidden: it is then reported with what it has said.
 */
import { isEvent, readPushed, toEntry } from './adapters/data-layer.js'
import { readNamedOrder } from './adapters/dom.js'
import { readNumber } from './adapters/found-order.js'
import { hasOrder, readPage } from './adapters/index.js'
import { toPayload } from './convert.js'
import { toFields } from './fields.js'
import type { FoundOrder, PageOrder } from './order.js'
import { onHidden, whenLoaded } from './page-life.js'
import type { Payload } from './payload.js'
import type { Reading } from './problem.js'
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
  best?: { payload: Payload; number: string | undefined; missing: number }
  /** The page has heard what it lacks. */
  isTold?: boolean
}

/** Why orders are looked at: something is new; 30 s are over; the page is hidden, and this may be the end. */
type Occasion = 'change' | 'late' | 'hidden'

let candidates: Candidate[] = []
const reported = new Set<string>()
const seen = new WeakSet<object>()
let isLooking = false
let stopWatching: (() => void) | undefined

export function convertOn(): void {
  if (!settings.convertOn) return
  if (settings.convertOn === 'load') {
    whenLoaded(() => {
      candidates.push({ read: readPage, at: Date.now() })
      look('change')
    })
  } else {
    watchDataLayer(() => look('change'))
    look('change')
    // By then the page may have another data layer, or all that selectors name.
    if (document.readyState !== 'complete') whenLoaded(() => look('change'))
  }
  onHidden(() => look('hidden'))
}

/** Never within itself: a listener may push to the data layer what it hears. */
function look(occasion: Occasion): void {
  if (isLooking) return
  isLooking = true
  safely(() => {
    if (settings.convertOn !== 'load') candidates.push(...readNew())
    candidates = candidates.filter((candidate) => !safely(() => isDone(candidate, occasion)))
  })
  isLooking = false
  if (candidates.length === 0) {
    stopWatching?.()
    stopWatching = undefined
  } else if (occasion === 'change') {
    stopWatching ??= watchPage(
      () => look('change'),
      () => look('late'),
    )
  }
}

/** The orders that were pushed since the last look, oldest first. */
function readNew(): Candidate[] {
  const entries = readPushed().filter((pushed) => typeof pushed === 'object' && pushed !== null && !seen.has(pushed))
  return entries.flatMap((pushed) => {
    seen.add(Object(pushed))
    const entry = toEntry(pushed)
    if (!entry?.order || !isEvent(entry, settings.convertOn)) return []
    const { order } = entry
    const candidate: Candidate = { read: () => readEntryOrder(candidate, order), at: Date.now() }
    return candidate
  })
}

/** What the page shows belongs to its latest order, unless it still shows one that was reported. */
function readEntryOrder(candidate: Candidate, found: FoundOrder): PageOrder {
  const named = candidate === candidates.at(-1) ? safely(readNamedOrder) : undefined
  const number = named && readNumber(named)
  if (number === undefined || !reported.has(number) || number === readNumber(found)) return { found, named }
  return { found, named: { cart: {}, items: undefined, emails: [], missing: ['order_number'], invalid: [] } }
}

/** Looks once more; true when there is nothing more to do for this order. */
function isDone(candidate: Candidate, occasion: Occasion): boolean {
  const page = candidate.read()
  const payload = toPayload(page)
  const number = hasOrder(page) ? toNumber(payload) : undefined
  const missing = page.named?.missing.length ?? 0
  const { best } = candidate
  const isOther = number === undefined || (number !== best?.number && missing === best?.missing)
  if (best?.number !== undefined && (isOther || missing > best.missing)) return finish(candidate) // the page has moved on
  if (hasOrder(page)) candidate.best = { payload, number, missing }
  const isWhole = number !== undefined && payload.body.email !== undefined && missing === 0 && isParsed()
  const isDue =
    isWhole || occasion === 'hidden' || !canSayMore(candidate) || (occasion === 'late' && isSendable(candidate))
  return isDue && finish(candidate)
}

/** Before that, what selectors name may stand further down, or half of it. */
const isParsed = () => !settings.selectors || document.readyState !== 'loading'

/** The entry of a data layer never gets a number of its own later. */
const canSayMore = ({ best }: Candidate) =>
  best === undefined || best.number !== undefined || settings.selectors !== undefined || settings.convertOn === 'load'

const isSendable = ({ best }: Candidate) => best?.number !== undefined && best.payload.body.email !== undefined

/** Reports the order. One that lacks its number or e-mail is rejected for that, once, and may still be completed. */
function finish(candidate: Candidate): boolean {
  const { best, at } = candidate
  if (!best) return false
  const { number, payload } = best
  if (number !== undefined && reported.has(number)) return true
  if (number !== undefined && isSendable(candidate)) reported.add(number)
  else if (candidate.isTold) return false
  candidate.isTold = true
  // Without a number it could not be told from the next one.
  const reading: Reading<Payload> = number === undefined ? { problem: 'no_order_number' } : { value: payload }
  void report({ kind: 'convert', at }, () => reading)
  return isSendable(candidate) || !canSayMore(candidate)
}

function toNumber({ body }: Payload): string | undefined {
  const { order_number } = 'cart_data' in body ? toFields(body.cart_data) : {}
  return typeof order_number === 'string' ? order_number : undefined
}
