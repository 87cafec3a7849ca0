/** Work that begins without a call: purchases, marked forms, and events of earlier pages. */

import { globals, ofDocument } from './globals.js'
import { watchLayer } from './layer.js'
import { LOOK_MS, lookForStored, openPanel } from './look.js'
import { hearDenial } from './outbox.js'
import { whenLoaded } from './page-life.js'
import { lookForOrder, watchPurchases } from './purchases.js'
import { importRest } from './rest.js'
import { safely } from './safely.js'
import type { Snippet } from './snippet.js'
import { MARK, watchForms } from './watch-forms.js'

export function start(snippet: Snippet): void {
  hearDenial(snippet.outbox)
  watchForms(snippet)
  watchPurchases(snippet)
  applySettings(snippet)
  // The sooner the rest is there, the fewer shoppers leave before it can read the page's order.
  addEventListener('DOMContentLoaded', () => lookForOrder(snippet))
  whenLoaded(() => {
    applySettings(snippet) // now the page has its marks, and perhaps another data layer
    // An optimiser that bundles scripts loses the tag's settings. The page may then report nothing, without an outcome.
    if (!snippet.settings.endpoint) console.warn('Ringup sends nothing: set data-endpoint.')
    setTimeout(() => {
      openPanel(snippet)
      lookForOrder(snippet)
      if (ofDocument('querySelector')(MARK)) void importRest(snippet)
      void lookForStored(snippet)
    }, LOOK_MS)
  })
}

/** Called again when a later tag has added settings. Does not create a data layer on a page that does not need one. */
export function applySettings(snippet: Snippet): void {
  const { settings, layer, rest } = snippet
  const isEvent = settings.convertOn && settings.convertOn !== 'load'
  if (isEvent || settings.dataLayer in globals) safely(() => watchLayer(layer))
  for (const listener of layer.listeners) safely(listener)
  rest?.applySettings(snippet)
  if (ofDocument('readyState') !== 'loading') lookForOrder(snippet)
}
