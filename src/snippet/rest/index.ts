/** The rest: all code that a first attempt does not need. It works on the state that the core created. */

import { decide } from '../core/decide.js'
import { isFields } from '../core/fields.js'
import { onVisibility } from '../core/page-life.js'
import { readEvents, type Snippet } from '../core/snippet.js'
import { drain, forgetRemoved, hearOtherTabs } from './deliver/drain.js'
import { createSchedule } from './deliver/schedule.js'
import { watchConsentPlatform } from './watch/consent-platform.js'
import { startConverting } from './watch/convert-on.js'

export { takeOver } from './deliver/attempt.js'
export { drainEarlier as drain, flush } from './deliver/drain.js'
export { makeRoom } from './deliver/room.js'
export { gatherOrder } from './gather/call.js'
export { gatherSignUp } from './gather/sign-up.js'
export { warnOf } from './warn.js'

/** Takes over the page from the core. */
export function start(snippet: Snippet): void {
  const { outbox } = snippet
  const drainAgain = () => void drain(snippet)
  outbox.schedule = createSchedule(drainAgain)
  hearOtherTabs(outbox)
  applySettings(snippet)
  if (readEvents(outbox).some(({ state }) => state === 'waiting')) drainAgain()
  onVisibility('visible', drainAgain)
  addEventListener('online', drainAgain)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return // a page that is shown for the first time drains once it has loaded
    forgetRemoved(outbox)
    drainAgain()
  })
}

export function applySettings(snippet: Snippet): void {
  hearConsent(snippet)
  startConverting(snippet)
}

const heard = new WeakMap<Snippet, string>()

/** Called again when a later tag has added settings. Each recipe is watched once. */
export function hearConsent(snippet: Snippet): void {
  const { consent } = snippet.settings
  const recipe = JSON.stringify(consent)
  if (!isFields(consent) || heard.get(snippet) === recipe) return
  heard.set(snippet, recipe)
  watchConsentPlatform(consent, snippet.layer, (choice) => decide(snippet, choice))
}
