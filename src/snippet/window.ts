/**
 * The globals that the script tag makes, for pages in TypeScript: `import type {} from '@ringup-proxy/snippet/window'`.
 *
 * They are there once the script has run; `convert` and `addToList` from the stub on.
 */

import type { Settings } from './core/settings.js'
import type { OutboxStatus } from './core/status.js'
import type { addToList, consent, convert, flush, status } from './module.js'

export type RingupStatus = OutboxStatus

/** The value of `window.ringup`. */
export interface Ringup {
  version: string
  /** Sets the shopper's decision, on each page. `denied` erases waiting events permanently. */
  consent: typeof consent
  /** Tries every waiting event once, now. Resolves when each has had its attempt. */
  flush: typeof flush
  /** Waiting events and their state. */
  status: typeof status
}

declare global {
  interface Window {
    convert: typeof convert
    addToList: typeof addToList
    get ringup(): Ringup
    /** A page may set it before the script runs: settings that its tag lacks. The script replaces it by its functions. */
    set ringup(settings: Partial<Settings>)
  }
}
