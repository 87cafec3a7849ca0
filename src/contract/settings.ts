/**
 * What a page may set, and the words that it may be; where there are none, any text. The snippet itself checks nothing, which would
 * cost every shopper bytes: panel, set-up page and `ringup check` do. A test holds the names to the type in src/snippet/settings.ts.
 */
export type SettingName =
  | 'endpoint'
  | 'adapter'
  | 'dataLayer'
  | 'convertOn'
  | 'selectors'
  | 'email'
  | 'value'
  | 'decimal'
  | 'consent'
  | 'persist'
  | 'debug'
  | 'signature'

export const SETTINGS: Record<SettingName, readonly string[]> = {
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

/** These may be an object, or the JSON of one; consent is then a recipe of the shop's consent platform. */
const STRUCTURES = ['selectors', 'consent']

/** Undefined when there is no such setting, or it cannot be this. */
export function toSetting(name: string, value: unknown): unknown {
  const words = new Map<string, readonly string[]>(Object.entries(SETTINGS)).get(name)
  if (!words) return undefined
  if (STRUCTURES.includes(name)) {
    const structure = toStructure(value)
    if (name === 'selectors') return structure
    if (structure) return isConsentRecipe(structure) ? structure : undefined
  }
  if (name === 'adapter' && typeof value === 'function') return value
  const isKnown = typeof value === 'string' && (words.length === 0 || words.includes(value))
  return isKnown ? value : undefined
}

/** A recipe without a place to read waits for ever. */
export const isConsentRecipe = (structure: object) =>
  ['read', 'deny'].some((place) => typeof Reflect.get(structure, place) === 'string')

function toStructure(value: unknown): object | undefined {
  try {
    const structure: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return typeof structure === 'object' && structure !== null && !Array.isArray(structure) ? structure : undefined
  } catch {
    return undefined // no JSON
  }
}
