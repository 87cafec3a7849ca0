/**
 * The globals that the script tag creates, for pages in TypeScript: `import type {} from
 * 'ringup/window'`.
 *
 * They exist once the script has run. With the stub, `convert` and `addToList` exist before.
 */

import type { Settings } from './core/settings.js'
import type { addToList, consent, convert, flush, status } from './module.js'

/** The value of `window.ringup`. */
export interface Ringup {
  version: string
  /** Sets the shopper's decision, on each page. `denied` erases waiting events permanently. */
  consent: typeof consent
  /** Retries every waiting event once, now. Resolves when each has had its attempt. */
  flush: typeof flush
  /** Lists the waiting events and their state. Undefined if the rest of the script cannot be loaded. */
  status: typeof status
}

declare global {
  interface Window {
    convert: typeof convert
    addToList: typeof addToList
    get ringup(): Ringup
    /**
     * A page may set it before the script runs, with settings that its tag lacks. The script replaces it with its
     * functions.
     */
    set ringup(settings: Partial<Settings>)
  }
}
