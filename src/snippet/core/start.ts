/** Work that begins without a call: purchases, marked forms, and events of earlier pages. */
import { watchPurchases } from './convert-on.js'
import { lookForStored } from './drain.js'
import { isFields } from './fields.js'
import { watchForms } from './forms.js'
import { globals } from './globals.js'
import { hearDenial } from './keep.js'
import { whenActivated, whenIdle, whenLoaded } from './page-life.js'
import { shopNames } from './purchase.js'
import { importRest } from './rest.js'
import { safely } from './safely.js'
import { release } from './send.js'
import type { Snippet } from './snippet.js'
import { watchLayer } from './watch-layer.js'

export function start(snippet: Snippet): void {
  const { outbox } = snippet
  snippet.rest?.start(snippet)
  watchForms(snippet)
  watchPurchases(snippet)
  applySettings(snippet)
  whenLoaded(() => {
    applySettings(snippet) // now the page has its marks, and perhaps another data layer
    // An optimiser that bundles scripts loses the tag's settings. The page may then report nothing, without an outcome.
    if (!snippet.settings.endpoint) console.warn('Ringup sends nothing: set data-endpoint.')
  })
  whenActivated(() => {
    release(snippet)
    whenLoaded(() =>
      whenIdle(() => {
        // The first access to storage takes milliseconds, and so does the listener (Chromium 156, November 2026).
        hearDenial(outbox)
        void lookForStored(snippet)
      }),
    )
  })
}

/** Called again when a later tag has added settings. Does not create a data layer on a page that does not need one. */
export function applySettings(snippet: Snippet): void {
  const { settings, layer, rest } = snippet
  const isEvent = settings.convertOn && settings.convertOn !== 'load'
  if (isEvent || settings.dataLayer in globals) safely(() => watchLayer(layer))
  for (const listener of layer.listeners) listener()
  if (rest) rest.applySettings(snippet)
  else if (settings.convertOn === 'load' || isFields(settings.consent) || shopNames(settings)) void importRest(snippet)
}
