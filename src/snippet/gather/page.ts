/** What is gathered from. */
import type { Settings } from '../settings.js'

export interface Page {
  document: Document
  /** All that was pushed to the data layer, oldest first; before it what `digitalData` has. */
  layer: readonly unknown[]
  /** What the shop has set for it. */
  settings: Settings
}
