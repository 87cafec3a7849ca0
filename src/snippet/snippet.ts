/** One running snippet: what it was told, what it keeps, and what it hears. Whoever starts one creates it, and hands it on. */
import { announce } from './call/outcome.js'
import { toEntries } from './gather/data-layer.js'
import type { Page } from './gather/page.js'
import type { Outbox } from './keep/entries.js'
import { createOutbox } from './keep/outbox.js'
import type { Lacking } from './lacking.js'
import { DEFAULTS, type Settings } from './settings.js'
import { createLayerWatch, type LayerWatch, readLayer } from './watch/data-layer.js'

export interface Snippet extends Lacking {
  /** Settings in force; a second tag may add to them. */
  settings: Settings
  outbox: Outbox
  layer: LayerWatch
}

export function createSnippet(): Snippet {
  const settings: Settings = { ...DEFAULTS }
  return { settings, outbox: createOutbox(settings, announce), layer: createLayerWatch(settings), folder: '' }
}

/** The page as it is now. */
export const readPage = ({ settings, layer, rest }: Snippet): Page => ({
  document,
  entries: toEntries(readLayer(layer)),
  settings,
  rest,
})
