/** The debug panel, a file of its own beside the script. */

/** @param folder the script's own */
export function openPanel(folder: string, debug: 'panel' | 'ask' | undefined): void {
  // A link alone must not load code: the tag has to say that it may ask.
  const isAsked = debug === 'ask' && /[?&]ringup-debug\b/.test(location.search)
  if (debug === 'panel' || isAsked) import(`${folder}ringup-debug.js`).catch(() => {}) // not there: the shop works on
}
