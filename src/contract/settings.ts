/**
 * The settings of a tag: the one list of their names, and the words that each takes. Checks, panel, set-up page and proxy read it. The
 * snippet itself checks nothing, because that would cost every shopper bytes. Defaults and meanings are the docstrings of the type in
 * src/snippet/core/settings.ts, and a test holds the names to it.
 */
interface Setting {
  /** The only words that it takes; undefined: any text. */
  words?: readonly string[]
  /** It takes an object, or the JSON of one; apart from that, only its words. */
  structure?: string
}

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
  | 'debug'
  | 'signature'

export const SETTINGS: Record<SettingName, Setting> = {
  endpoint: {},
  adapter: { words: ['auto', 'data-layer', 'json-ld', 'dom'] },
  dataLayer: {},
  convertOn: {},
  selectors: { structure: 'a JSON object' },
  email: {},
  value: { words: ['source', 'items'] },
  decimal: { words: ['.', ','] },
  consent: { words: ['required', 'not-required'], structure: 'a consent recipe as JSON, with read or deny' },
  debug: { words: ['panel', 'ask'] },
  signature: {},
}

/** Returns the row of a setting; undefined if the name is unknown. */
export const findSetting = (name: string): Setting | undefined =>
  Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingName] : undefined

/** Reads the value of a setting. Returns undefined for an unknown setting, or for a value that is not allowed. */
export function toSetting(name: string, value: unknown): unknown {
  const setting = findSetting(name)
  if (!setting) return undefined
  const structure = setting.structure === undefined ? undefined : toStructure(value)
  if (structure) return name !== 'consent' || isConsentRecipe(structure) ? structure : undefined
  if (name === 'adapter' && typeof value === 'function') return value
  if (typeof value !== 'string' || (setting.structure !== undefined && !setting.words)) return undefined
  return !setting.words || setting.words.includes(value) ? value : undefined
}

/** Says what the setting may be: `source or items`, `a text`. */
export function toAllowed({ words = [], structure }: Setting): string {
  if (words.length === 0) return structure ?? 'a text'
  return structure === undefined ? words.join(' or ') : `${words.join(' or ')}, or ${structure}`
}

/** A recipe without a place to read waits for ever. */
const isConsentRecipe = (structure: object) =>
  ['read', 'deny'].some((place) => typeof Reflect.get(structure, place) === 'string')

function toStructure(value: unknown): object | undefined {
  try {
    const structure: unknown = typeof value === 'string' ? JSON.parse(value) : value
    return typeof structure === 'object' && structure !== null && !Array.isArray(structure) ? structure : undefined
  } catch {
    return undefined // not JSON
  }
}
