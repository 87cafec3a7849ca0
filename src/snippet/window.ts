/**
 * The globals that the script tag makes, for pages in TypeScript: `import type {} from '@ringup-proxy/snippet/window'`.
 *
 * They are there once the script has run; `convert` and `addToList` from the stub on.
 */
import type { OutboxStatus } from './keep/outbox.js'
import type { addToList, consent, convert, flush, status } from './module.js'
import type { Settings } from './settings.js'

export type RingupStatus = OutboxStatus

/** What stands at `window.ringup`. */
export interface Ringup {
  version: string
  /** The shopper's decision, on each page: `denied` erases what waits and what is remembered of orders, for good. */
  consent: typeof consent
  /** Tries all that waits once, now. Settles when each has had its attempt. */
  flush: typeof flush
  /** What waits, and how it stands. */
  status: typeof status
}

declare global {
  interface Window {
    convert: typeof convert
    addToList: typeof addToList
    get ringup(): Ringup
    /** The page sets it before the script runs: the settings that its tag does not say. The script puts its functions in their place. */
    set ringup(settings: Partial<Settings>)
  }
}
