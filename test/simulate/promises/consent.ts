/** Nothing is sent or kept against what the shopper has said. */
import type { Happening } from '../history.js'
import type { Round } from '../round.js'
import { AT_LOAD } from '../tab.js'

/** How long another tab may take to hear of it. */
const HEARD_MS = 100

export function checkConsent({ history, left, plan }: Round): string[] {
  const hasFrozen = history.some(({ note = '' }) => note.includes('"freeze"')) // a frozen page hears of nothing
  return [
    ...(hasFrozen ? [] : checkPages(history, plan.settings.consent)),
    ...checkDenied(history),
    ...checkLeft(history, left),
  ]
}

/** Each page does as it was told, and as its neighbours were when that was a no. */
function checkPages(history: Happening[], setting: string): string[] {
  const initial = setting === 'required' ? 'undecided' : 'granted'
  const told = new Map<number, string>()
  const denials: Happening[] = []
  const pages = new Map<number, Happening>()
  return history.flatMap((happening) => {
    const { what, tab, browser, status, thing, atMs } = happening
    if (tab === undefined) return []
    if (!pages.has(tab)) pages.set(tab, happening)
    if (what === 'consent') told.set(tab, String(status))
    if (what === 'consent' && status === 'denied' && !happening.note) denials.push(happening)
    if (what !== 'sent' && what !== 'stored') return []
    const isAllowed = (told.get(tab) ?? initial) === 'granted'
    const isOf = (denial: Happening) => denial.browser === browser && denial.atMs > (pages.get(tab)?.atMs ?? 0)
    const denial = denials.findLast((each) => isOf(each) && each.atMs < atMs - HEARD_MS)
    const isToldSince = history.some(
      (each) => each.what === 'consent' && each.tab === tab && denial && each.atMs > denial.atMs && each.atMs <= atMs,
    )
    return isAllowed && (!denial || isToldSince) ? [] : [`${thing} was ${what} by tab ${tab}`]
  })
}

/** What was reported before a denial is never sent by any page of this browser, unless it is reported again. */
function checkDenied(history: Happening[]): string[] {
  return history.flatMap(({ what, thing, browser, atMs }, place) => {
    if (what !== 'sent') return []
    const before = history.slice(0, place).filter((happening) => happening.browser === browser)
    const call = before.findLast((happening) => happening.what === 'call' && happening.thing === thing)
    const since = call ? before.slice(before.indexOf(call)) : []
    const isDenial = (happening: Happening) =>
      happening.what === 'consent' &&
      happening.status === 'denied' &&
      !happening.note &&
      happening.atMs < atMs - HEARD_MS
    return since.some(isDenial) ? [`${thing} was sent after the denial`] : []
  })
}

/** After a denial, with nothing reported since, the browser keeps nothing. */
function checkLeft(history: Happening[], left: string[][]): string[] {
  return left.flatMap((keys, browser) => {
    const own = history.filter(
      (happening) => happening.browser === browser && happening.what === 'consent' && happening.note !== AT_LOAD,
    )
    const last = own.at(-1)
    return last?.status === 'denied' && !last.note && keys.length > 0 ? [`browser ${browser} keeps ${keys.length}`] : []
  })
}
