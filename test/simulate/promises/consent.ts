/** Promise: no event is sent or stored against the shopper's consent. */
import type { Happening } from '../history.js'
import type { Round } from '../round.js'
import { AT_LOAD } from '../tab.js'

/** The time until another tab must know of a denial. */
const HEARD_MS = 100
/** The time until Chromium writes `localStorage` to the disk. If the browser is killed before, the shopper's answer is lost. */
const WRITTEN_MS = 10_000

export function checkConsent({ history, left, plan }: Round): string[] {
  const hasFrozen = history.some(({ note = '' }) => note.includes('"freeze"')) // a frozen page gets no events
  return [
    ...(hasFrozen ? [] : checkPages(history, plan.settings.consent)),
    ...checkDenied(history),
    ...checkLeft(history, left),
  ]
}

/** Each page follows the latest answer: its own, or a denial in another tab. */
function checkPages(history: Happening[], setting: string): string[] {
  const initial = setting === 'required' ? 'undecided' : 'granted'
  return history.flatMap(({ what, tab, browser, thing, atMs }, place) => {
    if (tab === undefined || (what !== 'sent' && what !== 'stored')) return []
    const before = history.slice(0, place)
    const opened = before.findIndex((each) => each.what === 'page open' && each.tab === tab)
    const isDecided = (each: Happening) =>
      each.what === 'consent' && (each.tab === tab || (isDenial(each, browser) && each.atMs < atMs - HEARD_MS))
    const last = before.slice(opened).findLast(isDecided)
    return (last?.status ?? initial) === 'granted' ? [] : [`${thing} was ${what} by tab ${tab}`]
  })
}

/** Tells whether this shopper denies while the browser can store the denial. */
const isDenial = ({ what, status, note, browser }: Happening, of: number | undefined) =>
  what === 'consent' && status === 'denied' && note === undefined && browser === of

/** After a denial, pages of this browser do not send earlier events, unless they are reported again. */
function checkDenied(history: Happening[]): string[] {
  return history.flatMap(({ what, thing, browser, atMs }, place) => {
    if (what !== 'sent') return []
    const before = history.slice(0, place).filter((happening) => happening.browser === browser)
    const call = before.findLast((happening) => happening.what === 'call' && happening.thing === thing)
    const since = call ? before.slice(before.indexOf(call)) : []
    const isOnDisk = ({ atMs: deniedMs }: Happening) =>
      !before.some((each) => each.what === 'killed' && each.atMs >= deniedMs && each.atMs < deniedMs + WRITTEN_MS)
    return since.some((each) => isDenial(each, browser) && isOnDisk(each) && each.atMs < atMs - HEARD_MS)
      ? [`${thing} was sent after the denial`]
      : []
  })
}

/** After a denial without later reports, the browser stores no event. */
function checkLeft(history: Happening[], left: string[][]): string[] {
  return left.flatMap((keys, browser) => {
    const own = history.filter(
      (happening) => happening.browser === browser && happening.what === 'consent' && happening.note !== AT_LOAD,
    )
    const last = own.at(-1)
    return last?.status === 'denied' && !last.note && keys.length > 0 ? [`browser ${browser} keeps ${keys.length}`] : []
  })
}
