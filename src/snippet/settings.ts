/** The settings: passed > script tag > `window.ringup` > JSON block > default, each on its own. */
import type { AdapterFunction } from './adapters/function.js'
import { isFields, toFields } from './fields.js'
import { globals } from './globals.js'
import { openPanel } from './open-panel.js'
import { parseJson, safely } from './safely.js'

/**
 * Where a field stands in the page: a CSS selector; `@name` at its very end is an attribute, nothing before that the row
 * itself; ` /pattern/` behind it takes group 1 of the text. `items` has `each`, the rows, and the fields within one.
 * `order` names JSON, in an attribute or a script element, that is read like an entry of the data layer.
 */
export interface Selectors {
  items?: { each?: string; [field: string]: string | undefined }
  [field: string]: string | Selectors['items']
}

/** The README's table is made of these docstrings. */
export interface Settings {
  /**
   * Where the proxy listens, used exactly as given
   * @defaultValue the script's own folder, if it is on the page's origin
   */
  endpoint: string
  /**
   * `data-layer`, `json-ld` or `dom`: only this one is asked for the order. `configure()` and `window.ringup` take a function too
   * @defaultValue `auto`: all, in this order
   */
  adapter: 'auto' | 'data-layer' | 'json-ld' | 'dom' | AdapterFunction
  /**
   * Name of the data layer's global
   * @defaultValue `dataLayer`
   */
  dataLayer: string
  /** The data-layer event that converts by itself, once per order number, usually `purchase`; or `load` */
  convertOn?: string
  /** Where the order is on a page without marks, field by field, as JSON; `configure()` takes an object: see below */
  selectors?: Selectors
  /**
   * The only place where the page's e-mail is looked for: a path in the order, the data layer or JSON-LD
   * (`shopper.mail`), or a CSS selector (`#mail`)
   * @defaultValue all places named below
   */
  email?: string
  /**
   * `items`: the value of the cart is the sum of price × quantity, whatever else is said of it; none where a price is not known
   * @defaultValue `source`: what the page calls the order's value
   */
  value: 'source' | 'items'
  /**
   * `.` or `,`: the decimal sign of amounts that are text
   * @defaultValue from `<html lang>`
   */
  decimal?: '.' | ','
  /**
   * `required`: nothing is stored or sent before `ringup.consent('granted')`
   * @defaultValue `not-required`
   */
  consent: 'required' | 'not-required'
  /**
   * `none`: nothing is stored. What is not delivered is lost with the page, and only the proxy recognises a repeated order
   * @defaultValue `local`: localStorage and IndexedDB
   */
  persist: 'local' | 'none'
  /**
   * `panel` loads `ringup-debug.js` from the script's own folder; `ask` does when the page's address has
   * `?ringup-debug`. The module has no panel
   * @defaultValue off
   */
  debug?: 'panel' | 'ask'
  /** Made by the shop's server for the customer it knows. A form on a page whose order is signed needs one of its own, for that sign-up */
  signature?: string
}

/** The words a setting may be; where there are none, any text. */
export const WORDS: Record<keyof Settings, readonly string[]> = {
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

/** Those in force. The others are off until they are set. */
export const settings: Settings = {
  endpoint: '',
  adapter: 'auto',
  dataLayer: 'dataLayer',
  value: 'source',
  consent: 'not-required',
  persist: 'local',
}

/** Takes over the settings given; undefined is not given. One that is none, cannot be read, or has no such value, is named and left. */
export function configure(given: object): void {
  for (const [name, value] of Object.entries(toFields(given))) {
    if (value === undefined) continue
    const setting = toSetting(name, value)
    if (setting === undefined) console.warn(`Ringup: "${name}" is not a setting, or cannot be this.`)
    // A misspelt word must not send against the shopper's will.
    if (setting !== undefined || name === 'consent') Object.assign(settings, { [name]: setting ?? 'required' })
  }
}

/** Reads the page's settings and the script tag that is running; there is none of a module. */
export function readSettings(tag: HTMLOrSVGScriptElement | null): void {
  const folder = safely(() => new URL('.', Object(tag).src))
  if (folder?.origin === location.origin) settings.endpoint = folder.href
  // Only this element, and only plain objects: markup by shoppers must not become settings, and an id is a global, too.
  const block = parseJson(document.querySelector('script#ringup[type="application/json"]')?.textContent)
  // What is not there is not asked for its prototype: an error takes a millisecond to make.
  for (const given of [block, safely(() => globals.ringup), { ...tag?.dataset }])
    safely(() => isFields(given) && Object.getPrototypeOf(given) === Object.prototype && configure(given))
  if (folder) openPanel(folder.href, settings.debug)
}

/** Undefined when there is no such setting, or it cannot be this. */
export function toSetting(name: string, value: unknown): unknown {
  const words = new Map(Object.entries(WORDS)).get(name)
  if (!words) return undefined
  if (name === 'selectors') return [value, parseJson(value)].find(isFields)
  if (name === 'adapter' && typeof value === 'function') return value
  const isKnown = typeof value === 'string' && (words.length === 0 || words.includes(value))
  return isKnown ? value : undefined
}
