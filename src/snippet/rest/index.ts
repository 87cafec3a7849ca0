/** The rest: all code that a first attempt does not need. It works on the state that the core created. */
import { decide } from '../core/consent.js'
import { isFields } from '../core/fields.js'
import { onVisibility } from '../core/page-life.js'
import type { Snippet } from '../core/snippet.js'
import { drain } from './deliver/retry.js'
import { createSchedule } from './deliver/schedule.js'
import { reportKept } from './kept.js'
import { watchConsentPlatform } from './watch/consent-platform.js'
import { startConverting } from './watch/convert-on.js'
import { watchFields } from './watch/send-form.js'

export { flush, settle } from './deliver/retry.js'
export { gatherOrder } from './gather/gather-order.js'
export { gatherSignUp } from './gather/gather-sign-up.js'
export { isSecret } from './gather/is-secret.js'
export { readStatus } from './status.js'
export { warnOf } from './warn.js'
export { sendForm } from './watch/send-form.js'

/** Takes over the page from the core. */
export function start(snippet: Snippet): void {
  const { outbox } = snippet
  const drainAgain = () => void drain(snippet)
  outbox.schedule = createSchedule(drainAgain)
  watchFields(snippet)
  applySettings(snippet)
  reportKept(snippet)
  drainAgain()
  onVisibility('visible', drainAgain)
  addEventListener('online', drainAgain)
  addEventListener('pageshow', ({ persisted }) => persisted && drainAgain()) // restored from the back/forward cache
}

const heard = new WeakMap<Snippet, string>()

/** Called again when a later tag has added settings. Each consent recipe is watched once. */
export function applySettings(snippet: Snippet): void {
  const { consent } = snippet.settings
  const recipe = JSON.stringify(consent)
  if (isFields(consent) && heard.get(snippet) !== recipe) {
    heard.set(snippet, recipe)
    watchConsentPlatform(consent, snippet.layer, (choice) => decide(snippet, choice))
  }
  startConverting(snippet)
}
