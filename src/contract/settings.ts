/**
 * What a page may set, and the words that it may be; where there are none, any text. The snippet has the same in
 * src/snippet/settings.ts, where a list from here would cost bytes; a test holds the two to each other.
 */
export const SETTINGS: Record<string, readonly string[]> = {
  endpoint: [],
  adapter: ['auto', 'data-layer', 'json-ld', 'dom'],
  dataLayer: [],
  convertOn: [],
  selectors: [],
  email: [],
  value: ['source', 'items'],
  decimal: ['.', ','],
  consent: ['required', 'not-required'],
  persist: ['local', 'none'],
  debug: ['panel', 'ask'],
  signature: [],
}
