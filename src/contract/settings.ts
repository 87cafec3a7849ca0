/**
 * The settings of a tag: the one table of their names, words, defaults and help texts. Checks, panel, set-up page, proxy and the README's
 * table read it. The snippet itself checks nothing, because that would cost every shopper bytes. A test holds the names and texts to
 * the type in src/snippet/core/settings.ts.
 */
interface Setting {
  /** The only words that it takes; undefined: any text. */
  words?: readonly string[]
  /** It takes an object, or the JSON of one; apart from that, only its words. */
  structure?: string
  /** The default, in Markdown. */
  otherwise: string
  /** In Markdown. */
  help: string
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
  endpoint: {
    otherwise: "the script's own folder, if it is on the page's origin",
    help: "The proxy's address, used exactly as given",
  },
  adapter: {
    words: ['auto', 'data-layer', 'json-ld', 'dom'],
    otherwise: '`auto`: all, in this order',
    help: '`data-layer`, `json-ld` or `dom`: the only source of orders. `configure()` and `window.ringup` also accept a function',
  },
  dataLayer: { otherwise: '`dataLayer`', help: "Name of the data layer's global" },
  convertOn: {
    otherwise: 'none',
    help: 'The data-layer event that converts by itself, once per order number (usually `purchase`), or `load`',
  },
  selectors: {
    structure: 'a JSON object',
    otherwise: 'none',
    help: 'JSON with a CSS selector for each field (`configure()` accepts an object). `.total@data-amount` reads an attribute, `.number /Order (\\S+)/` a part of the text. `items` has `each` for the rows, and the fields of an item',
  },
  email: {
    otherwise: 'all places named below',
    help: 'The only place of the e-mail: a path in the order, the data layer or JSON-LD (`shopper.mail`), or a CSS selector (`#mail`)',
  },
  value: {
    words: ['source', 'items'],
    otherwise: "`source`: the order's value as the page states it",
    help: '`items`: the sum of price × quantity. No value if a price is not known',
  },
  decimal: {
    words: ['.', ','],
    otherwise: 'none needed',
    help: '`.` or `,`: decimal sign of amounts that shoppers see, for currencies with three decimals',
  },
  consent: {
    words: ['required', 'not-required'],
    structure: 'a consent recipe as JSON, with read or deny',
    otherwise: '`not-required`',
    help: "`required`: an event is stored and sent only after `ringup.consent('granted')`. Or a consent recipe, as JSON",
  },
  debug: {
    words: ['panel', 'ask'],
    otherwise: 'off',
    help: "`panel` loads `ringup-debug.js` from the script's folder; `ask`, when the address has `?ringup-debug`, and then on each page of the tab. The module has no panel",
  },
  signature: {
    otherwise: 'none',
    help: "Made by the shop's server. On a page with a signed order, a form needs its own signature",
  },
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
