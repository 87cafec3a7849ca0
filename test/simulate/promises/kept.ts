/** Promise: every acknowledged or queued event has an effect, or the proxy keeps it with its reason. */
import { KILLED } from '../browser.js'
import type { Happening } from '../history.js'
import type { Round } from '../round.js'

export function checkKept({ history, waiting, dead, poisoned }: Round): string[] {
  const calls = history.filter(({ what, thing }) => what === 'call' || (what === 'acknowledged' && thing))
  const things = new Map(calls.map((call) => [call.thing, call]))
  const waits = new Map(waiting.map(({ id, reason = '' }) => [id, reason]))
  const isExpected = (reason: string | undefined, isPoisoned: boolean) =>
    reason !== undefined && (isPoisoned || (poisoned.length > 0 && REFUSALS.includes(reason)))
  const died = new Set(dead.flatMap(({ id, reason }) => (reason && REASONS.includes(reason) ? [id] : [])))
  return [...things].flatMap(([thing, { customer = '' }]) => {
    const own = history.filter((happening) => happening.thing === thing)
    const ids = new Set(own.flatMap(({ id }) => id ?? []))
    const all = history.filter(({ id, thing: other }) => other === thing || (id !== undefined && ids.has(id)))
    if ([...ids].some((id) => died.has(id))) return []
    const isAcknowledged = all.some(({ what }) => what === 'acknowledged')
    if (all.some((happening) => isEndAtProxy(happening) || (!isAcknowledged && isEndOnPage(happening)))) return []
    // The API still rejects this customer, or others so that few events are tried.
    if ([...ids].some((id) => isExpected(waits.get(id), poisoned.includes(customer)))) return []
    if (isAcknowledged) return [`${thing} was acknowledged and is lost`]
    // Events that the API still rejects fill the room of its network, so the browser keeps it.
    if (poisoned.length > 0 && all.findLast(({ what }) => what === 'refused')?.status === 503) return []
    return isExcused(all, history) ? [] : [`${thing} was queued and is lost`]
  })
}

const REFUSALS = ['refused', 'no_session', 'unknown_list']
const REASONS = [...REFUSALS, 'expired', 'overtaken']

const isEndAtProxy = ({ what }: Happening) => what === 'effect' || what === 'no effect'

const ENDS = ['dropped', 'rejected', 'blocked']

/** The page got the reason. */
const isEndOnPage = ({ what, status }: Happening) =>
  (what === 'announced' || what === 'outcome') && ENDS.includes(String(status))

/** The snippet does not promise these events (README, "What it survives"): each of their calls met a fault that removes the event. */
function isExcused(all: Happening[], history: Happening[]): boolean {
  const calls = all.filter(({ what }) => what === 'call')
  if (calls.length === 0) return true // the shop's platform sends it again
  const after = (call: Happening) => history.slice(history.indexOf(call))
  return calls.every((call) => {
    const later = after(call)
    const isGone = later.some(({ what, tab }) => what === 'page gone' && tab === call.tab)
    const isForgotten = all.some((happening) => happening.browser === call.browser && isLost(happening, all, history))
    const isDenied = later.some(
      ({ what, browser, status }) => what === 'consent' && browser === call.browser && status === 'denied',
    )
    const isHeld = all.some(({ what, tab, status }) => what === 'outcome' && tab === call.tab && status === 'held')
    const wasStored = all.some(({ what, tab }) => what === 'stored' && tab === call.tab)
    const wasRefused = call.note !== undefined || all.some(({ what, tab }) => what === 'not stored' && tab === call.tab)
    const isMemoryOnly = !wasStored && (wasRefused || isHeld)
    return isForgotten || isDenied || (isGone && isMemoryOnly)
  })
}

/** Tells whether the event became durable. A copy is on the disk shortly after the call, unless its page ends first or is frozen. */
const COPIED_MS = 500

function isLost({ what, note, atMs, browser }: Happening, all: Happening[], history: Happening[]): boolean {
  if (what !== 'forgotten') return false
  if (note !== KILLED) return true
  const stored = all.filter((happening) => happening.what === 'stored' && happening.browser === browser)
  const isNew = stored.every((each) => atMs - each.atMs < COPIED_MS || isGoneSoon(each, history))
  return isNew || history.some(({ note = '' }) => note.includes('"refuse copies"'))
}

const isGoneSoon = (stored: Happening, history: Happening[]) =>
  history.some(({ what, tab, note, atMs }) => {
    const isFrozen = what === 'fault' && note?.startsWith(`{"do":"freeze","browser":${stored.browser},`)
    const isGone = what === 'page gone' && tab === stored.tab
    return (isFrozen || isGone) && atMs >= stored.atMs && atMs - stored.atMs < COPIED_MS
  })
