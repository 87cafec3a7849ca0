/** What runs without being called: the event that converts by itself, the marked forms, the drain. */
import { addToList } from './call/add-to-list.js'
import { convertGathered } from './call/convert.js'
import { reportKept } from './call/kept.js'
import { isFields } from './fields.js'
import type { Rest } from './gather/page.js'
import { deleteCopies } from './keep/copies.js'
import { forgetEvent, forgetRemoved, type Outbox } from './keep/entries.js'
import { consent, drain, drainCopies, eraseUnstored, hearDenial, release } from './keep/outbox.js'
import { DENIED_KEY, EVENT_KEY, readDeniedAt } from './keep/storage.js'
import { watchNeeds } from './lacking.js'
import type { Snippet } from './snippet.js'
import { watchConsentPlatform } from './watch/consent-platform.js'
import { convertOn } from './watch/convert-on.js'
import { watchForms } from './watch/forms.js'
import { onOnline, onRestored, onStored, onVisible, whenActivated, whenIdle, whenLoaded } from './watch/page-life.js'

export function start(snippet: Snippet): void {
  const { outbox } = snippet
  if (RINGUP_FORMS) hearForms(snippet, watchForms)
  if (!RINGUP_DOM || !RINGUP_FORMS || !RINGUP_PLATFORMS) watchNeeds(snippet, () => becomeWhole(snippet))
  startConverting(snippet)
  whenActivated(() => {
    release(outbox)
    whenLoaded(() => whenIdle(() => sendEarlier(snippet)))
  })
  outbox.copies.onDeleted = () => eraseUnstored(outbox)
  onVisible(() => void drain(outbox))
  onOnline(() => void drain(outbox))
  onRestored(() => {
    forgetRemoved(outbox)
    void drain(outbox)
  })
  // Not at once: a page's first look into its storage takes milliseconds, and to listen to it is one (Chromium 156).
  whenIdle(() => onStored((key, value) => hearOtherTabs(outbox, key, value)))
}

/** Before any call is made: the shopper may have answered on an earlier page. The setting may come with a later tag. */
export function startHearingConsent(snippet: Snippet): void {
  const { settings, layer, outbox, rest } = snippet
  const watch = RINGUP_PLATFORMS ? watchConsentPlatform : rest?.watchConsentPlatform
  if (isFields(settings.consent)) watch?.(settings.consent, layer, (choice) => consent(outbox, choice))
}

const hearForms = (snippet: Snippet, watch: Rest['watchForms']): void =>
  watch((list, form, signature) => void addToList(snippet, Date.now(), list, form, { signature }))

/** Of a smaller build, which has imported the rest: orders that wait for it are looked at again. */
function becomeWhole(snippet: Snippet): void {
  const { rest, layer } = snippet
  if (!rest) return
  if (!RINGUP_PLATFORMS) startHearingConsent(snippet)
  if (!RINGUP_FORMS) hearForms(snippet, rest.watchForms)
  for (const each of layer.listeners) each()
}

/** The setting may come with a later tag. */
export function startConverting(snippet: Snippet): void {
  if (snippet.settings.convertOn)
    convertOn(snippet.settings.convertOn, snippet, (at, order) => convertGathered(snippet, at, order))
}

/** What earlier pages have left. */
function sendEarlier(snippet: Snippet): void {
  const { outbox } = snippet
  reportKept(snippet)
  if (readDeniedAt()) void deleteCopies(outbox.copies) // the page that was told is gone
  void drainCopies(outbox)
}

function hearOtherTabs(outbox: Outbox, key: string, value: string | null): void {
  if (key === DENIED_KEY && value !== null) hearDenial(outbox)
  if (key.startsWith(EVENT_KEY) && value === null) forgetEvent(outbox, key.slice(EVENT_KEY.length))
}
