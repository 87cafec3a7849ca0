/** What runs without being called: the event that converts by itself, the marked forms, the drain. */
import { addToList } from './call/add-to-list.js'
import { convertGathered } from './call/convert.js'
import { reportKept } from './call/kept.js'
import { isFields } from './fields.js'
import type { Rest } from './gather/page.js'
import { globals } from './globals.js'
import { deleteCopies } from './keep/copies.js'
import { forgetEvent, forgetRemoved, type Outbox } from './keep/entries.js'
import { consent, deny, drain, drainCopies, release } from './keep/outbox.js'
import { DENIED_KEY, EVENT_KEY, KEPT_KEY, readDeniedAt, readKeys } from './keep/storage.js'
import { importRest, watchNeeds } from './lacking.js'
import { safely } from './safely.js'
import type { Snippet } from './snippet.js'
import { watchConsentPlatform } from './watch/consent-platform.js'
import { convertOn } from './watch/convert-on.js'
import { watchLayer } from './watch/data-layer.js'
import { watchForms } from './watch/forms.js'
import { onVisibility, whenActivated, whenIdle, whenLoaded } from './watch/page-life.js'

export function start(snippet: Snippet): void {
  const { outbox } = snippet
  if (RINGUP_FORMS) hearForms(snippet, watchForms)
  if (!RINGUP_DOM || !RINGUP_FORMS || !RINGUP_PLATFORMS) watchNeeds(snippet, () => becomeWhole(snippet))
  startConverting(snippet)
  whenActivated(() => {
    release(outbox)
    whenLoaded(() => whenIdle(() => sendEarlier(snippet)))
  })
  const drainAgain = () => void drain(outbox)
  onVisibility('visible', drainAgain)
  addEventListener('online', drainAgain)
  // A page that is shown for the first time drains once it has loaded.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    forgetRemoved(outbox)
    drainAgain()
  })
  // Not at once: a page's first look into its storage takes milliseconds, and to listen to it is one (Chromium 156).
  whenIdle(() => addEventListener('storage', (event) => hearOtherTab(outbox, event)))
}

/** Reads consent before any call is made: the shopper may have answered on an earlier page. The setting may come with a later tag. */
export function startHearingConsent(snippet: Snippet): void {
  const { settings, layer, outbox, rest } = snippet
  const watch = RINGUP_PLATFORMS ? watchConsentPlatform : rest?.watchConsentPlatform
  if (isFields(settings.consent)) watch?.(settings.consent, layer, (choice) => consent(outbox, choice))
}

const hearForms = (snippet: Snippet, watch: Rest['watchForms']): void =>
  watch((list, form, signature) => void addToList(snippet, Date.now(), list, form, { signature }))

/** A smaller build has imported the rest: orders that wait for it are looked at again. */
function becomeWhole(snippet: Snippet): void {
  const { rest, layer } = snippet
  if (!rest) return
  if (!RINGUP_PLATFORMS) startHearingConsent(snippet)
  if (!RINGUP_FORMS) hearForms(snippet, rest.watchForms)
  for (const each of layer.listeners) each()
}

/** The setting may come with a later tag. */
export function startConverting(snippet: Snippet): void {
  const { settings, layer } = snippet
  // A page that has no data layer, and needs none, gets none.
  if (settings.dataLayer in globals) safely(() => watchLayer(layer))
  if (settings.convertOn)
    convertOn(settings.convertOn, snippet, (at, order) => convertGathered(snippet, at, order?.said))
}

/** What earlier pages have left. */
function sendEarlier(snippet: Snippet): void {
  const { outbox } = snippet
  if (RINGUP_KEPT) reportKept(snippet)
  else if (readKeys(KEPT_KEY).length > 0) void importRest(snippet).then((rest) => rest?.reportKept(snippet))
  if (readDeniedAt()) void deleteCopies(outbox) // the page that was told is gone
  void drainCopies(outbox)
}

/** Another tab has written or removed a key; its value is null when it is gone. */
function hearOtherTab(outbox: Outbox, { key, newValue }: StorageEvent): void {
  if (key === DENIED_KEY && newValue) deny(outbox)
  if (key?.startsWith(EVENT_KEY) && !newValue) forgetEvent(outbox, key.slice(EVENT_KEY.length))
}
