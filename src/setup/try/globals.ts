/**
 * What the snippet sees as its page. The built ringup.js becomes the body of a function whose parameters have these
 * names, so whatever it reads is the sample and whatever it sends or keeps ends here.
 */
const GLOBALS = [
  'window',
  'self',
  'globalThis',
  'top',
  'parent',
  'document',
  'location',
  'history',
  'navigator',
  'console',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
] as const

export type Globals = Record<(typeof GLOBALS)[number], unknown>

/** @param code of the built snippet, which stays exactly as it is; it is strict, which parameters in a pattern forbid */
export const toFunction = (code: string): string => `function ringupSnippet(globals) {
;(function (${GLOBALS.join(', ')}) {
${code}
})(...${JSON.stringify(GLOBALS)}.map((name) => globals[name]))
}`
