/** What is gathered from. */

import type { Settings } from '../settings.js'
import type { Entry } from './data-layer.js'

export interface Page {
  document: Document
  /** All that was pushed to the data layer, the latest first, and last what `digitalData` has. */
  entries: readonly Entry[]
  /** What the shop has set for it. */
  settings: Settings
  /** What a smaller build has imported. */
  rest?: Rest | undefined
}

export type Rest = typeof import('../rest.js')

/** The page names its order, or a place in it, and this build cannot read that by itself. */
export const needsDom = ({
  document,
  settings: { selectors, email = '' },
}: Pick<Page, 'document' | 'settings'>): boolean =>
  !RINGUP_DOM && Boolean(selectors || /[^\w.]/.test(email) || document.querySelector('[data-ringup]'))
