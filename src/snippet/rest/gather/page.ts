/** The page that an order is gathered from. */
import type { Entry } from '../../core/purchase.js'
import type { Settings } from '../../core/settings.js'
import type { Snippet } from '../../core/snippet.js'
import { readLayer } from '../../core/watch-layer.js'
import { toEntries } from './entries.js'

export interface Page {
  document: Document
  /** All pushed entries of the data layer, the latest first, then `digitalData`. */
  entries: readonly Entry[]
  settings: Settings
  /** A caller has passed the customer, so no other customer is looked for. */
  hasCustomer?: boolean
  /** The number that a caller has passed. Orders with another number and their customers are ignored. */
  number?: string | undefined
}

/** Reads the page in its current state. */
export const readPage = ({ settings, layer }: Pick<Snippet, 'settings' | 'layer'>): Page => ({
  document,
  entries: toEntries(readLayer(layer)),
  settings,
})
