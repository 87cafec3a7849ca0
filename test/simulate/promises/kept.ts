/** Promise: every acknowledged or queued event has an effect or a recorded end. */
import { KILLED } from '../browser.js'
import type { Happening } from '../history.js'
import type { Round } from '../round.js'

export function checkKept({ history, waiting, dead, poisoned, plan }: Round): string[] {
  const calls = history.filter(({ what }) => what === 'call')
  const things = new Map(calls.map((call) => [call.thing, call]))
  const kept = new Set(waiting.map(({ id }) => id))
  return [...things].flatMap(([thing, { customer = '' }]) => {
    const own = history.filter((happening) => happening.thing === thing)
    const ids = new Set(own.flatMap(({ id }) => (id === undefined ? [] : [id.slice(0, 36)])))
    const all = history.filter(
      ({ id, thing: other }) => other === thing || (id !== undefined && ids.has(id.slice(0, 36))),
    )
    if ([...ids].some((id) => dead.includes(id))) return []
    const isAcknowledged = all.some(({ what }) => what === 'acknowledged')
    if (all.some((happening) => isEndAtProxy(happening) || (!isAcknowledged && isEndOnPage(happening)))) return []
    // The API still rejects this customer, and the proxy continues to retry.
    if (poisoned.includes(customer) && [...ids].some((id) => kept.has(id))) return []
    if (isAcknowledged) return [`${thing} was acknowledged and is lost`]
    return isExcused(all, history, plan.settings.persist === 'none') ? [] : [`${thing} was queued and is lost`]
  })
}

/** The API has it, or the log says why not. */
const isEndAtProxy = ({ what, note = '' }: Happening) =>
  what === 'effect' || what === 'no effect' || UNSENT.includes(note)

/** The log's words for an event that the proxy does not send. */
export const UNSENT = ['dead_letter', 'dead_letter_dropped', 'too_late']

const ENDS = ['dropped', 'rejected', 'blocked']

/** The page got the reason. */
const isEndOnPage = ({ what, status }: Happening) =>
  (what === 'announced' || what === 'outcome') && ENDS.includes(String(status))

/** The snippet does not promise these events (README, "What it survives"): each of their calls met a fault that removes the event. */
function isExcused(all: Happening[], history: Happening[], keepsNothing: boolean): boolean {
  const calls = all.filter(({ what }) => what === 'call')
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
    const isMemoryOnly = !wasStored && (wasRefused || isHeld || keepsNothing)
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
