/** What is gathered from. */

import type { Settings } from '../settings.js'
import type { Entry } from './data-layer.js'

/** Where JSON-LD stands. */
export const JSON_LD = 'script[type^="application/ld+json"]'

export interface Page {
  document: Document
  /** All that was pushed to the data layer, the latest first, and last what `digitalData` has. */
  entries: readonly Entry[]
  /** What the shop has set for it. */
  settings: Settings
  /** A caller has passed the customer: nobody else is looked for. */
  hasCustomer?: boolean
  /** What a smaller build has imported. */
  rest?: Rest | undefined
}

export type Rest = typeof import('../rest.js')

/** The page shows its order, names a place in it, or has an adapter of its own, and this build cannot read that by itself. */
export const needsDom = ({
  document,
  settings: { adapter, selectors, email = '' },
}: Pick<Page, 'document' | 'settings'>): boolean =>
  !RINGUP_DOM &&
  (typeof adapter === 'function' ||
    /[^\w.]/.test(email) ||
    Boolean(selectors || document.querySelector('[data-ringup]') || hasJsonOrder(document)))

/** A name in quotes, or an address that ends in it; most of JSON-LD is of products. */
const hasJsonOrder = (document: Document) =>
  [...document.querySelectorAll(JSON_LD)].some(({ textContent }) => /\bOrder"/.test(String(textContent)))
