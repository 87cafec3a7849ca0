/** The debug panel, a file of its own beside the script. */
import { safely } from './safely.js'

/** @param folder the script's own folder */
export function openPanel(folder: string, debug: 'panel' | 'ask' | undefined): void {
  // A link alone must not load code: the tag has to say that it may ask. The panel notes in the tab that it was asked for.
  const isAsked = () => /[?&]ringup-debug\b/.test(location.search) || sessionStorage['ringup-debug']
  if (debug === 'panel' || (debug === 'ask' && safely(isAsked))) import(`${folder}ringup-debug.js`).catch(() => {}) // not there: the shop works on
}
