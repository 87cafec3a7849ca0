/**
 * A build with less in it, on a page that asks for more: it imports the rest, once, and from then on does as the whole script does.
 * An order that the page names waits for it; a form that is filled in brings it before it is submitted.
 */
import { REST } from '../contract/variants.js'
import { isFields } from './fields.js'
import { needsDom, type Page, type Rest } from './gather/page.js'
import { type MayBeLate, safely } from './safely.js'
import { untilLeft, whenLoaded } from './watch/page-life.js'

/** The part of a running snippet that is lacking. */
export interface Lacking extends Pick<Page, 'rest' | 'settings'> {
  /** Where the script is from. */
  folder: string
  importing?: Promise<Rest | undefined>
}

const MARKS = '[data-add-to-list]'

/** Does it at once, unless something is lacking; what cannot be imported before the page is left is done without. */
export function whenWhole<T>(lacking: Lacking, isNeeded: boolean, action: () => MayBeLate<T>): MayBeLate<T> {
  if (!isNeeded || lacking.rest) return action()
  return untilLeft((left) => Promise.race([importRest(lacking), left])).then(action)
}

/** Undefined when it is not there: the shop works on. */
export function importRest(lacking: Lacking): Promise<Rest | undefined> {
  lacking.importing ??= import(`${lacking.folder}${REST}`).catch(() => {}).then((rest) => (lacking.rest = rest))
  return lacking.importing
}

/** Calls back once the page has asked for more, and it is there. */
export function watchNeeds(lacking: Lacking, onWhole: () => void): void {
  let hasAsked = false
  const ask = (isNeeded: boolean) => {
    if (!isNeeded || hasAsked) return
    hasAsked = true
    void importRest(lacking).then((rest) => rest && onWhole())
  }
  const look = () => {
    const { settings } = lacking
    ask(
      needsDom({ document, settings }) ||
        (!RINGUP_FORMS && document.querySelector(MARKS) !== null) ||
        (!RINGUP_PLATFORMS && isFields(settings.consent)),
    )
  }
  look()
  whenLoaded(look)
  // A form that a framework renders late is filled in before it is submitted.
  addEventListener('focusin', ({ target }) =>
    safely(() => ask(!RINGUP_FORMS && (target as Element).closest(MARKS) !== null)),
  )
}
