/** The settings: passed > script tag > `window.ringup` > JSON block > served with the script > default, each on its own. */

import { isFields, toFields } from './fields.js'
import type { Order } from './order.js'
import { parseJson, safely } from './safely.js'

/** What an adapter of the shop's own is asked for: an order, or the e-mail of a sign-up to this list. */
export interface Question {
  kind: 'convert' | 'addToList'
  list?: string
}

/** Answers as `convert()` takes an order, or nothing; or promises to. It is asked instead of all others. */
type AdapterFunction = (question: Question) => Order | undefined | PromiseLike<Order | undefined>

/**
 * Where a field stands in the page: a CSS selector; `@name` at its very end is an attribute, nothing before that the row
 * itself; ` /pattern/` behind it takes group 1 of the text. `items` has `each`, the rows, and the fields within one.
 * `order` names JSON, in an attribute or a script element, that is read like an entry of the data layer.
 */
export interface Selectors {
  items?: { each?: string; [field: string]: string | undefined }
  [field: string]: string | Selectors['items']
}

/** A test holds these docstrings to the table in src/contract/settings.ts. */
export interface Settings {
  /**
   * Where the proxy listens, used exactly as given
   * @defaultValue the script's own folder, if it is on the page's origin
   */
  endpoint: string
  /**
   * `data-layer`, `json-ld` or `dom`: the only source of orders. `configure()` and `window.ringup` take a function too
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
  /** Where each field of the order is, as JSON; `configure()` takes an object: see below */
  selectors?: Selectors
  /**
   * The only place of the e-mail: a path in the order, the data layer or JSON-LD (`shopper.mail`), or a CSS selector (`#mail`)
   * @defaultValue all places named below
   */
  email?: string
  /**
   * `items`: the sum of price × quantity; none where a price is not known
   * @defaultValue `source`: what the page calls the order's value
   */
  value: 'source' | 'items'
  /**
   * `.` or `,`: decimal sign of amounts shoppers see, for currencies with three decimals
   * @defaultValue none needed
   */
  decimal?: '.' | ','
  /**
   * `required`: nothing is stored or sent before `ringup.consent('granted')`; or a consent recipe, as JSON
   * @defaultValue `not-required`
   */
  consent: 'required' | 'not-required' | object
  /**
   * `none`: events are kept in memory only. An event that is not delivered is lost with the page
   * @defaultValue `local`: localStorage and IndexedDB
   */
  persist: 'local' | 'none'
  /**
   * `panel` loads `ringup-debug.js` from the script's folder; `ask`, when the address has `?ringup-debug`, and then on each page of the
   * tab. The module has no panel
   * @defaultValue off
   */
  debug?: 'panel' | 'ask'
  /** Made by the shop's server. A form on a page with a signed order needs its own */
  signature?: string
}

/** The default settings. A setting without a default is off. */
export const DEFAULTS: Readonly<Settings> = {
  endpoint: '',
  adapter: 'auto',
  dataLayer: 'dataLayer',
  value: 'source',
  consent: 'not-required',
  persist: 'local',
}

/**
 * Takes over the settings given; undefined is not given. What is no setting has no effect, and a misspelt consent counts as required.
 * Panel, set-up page and `ringup check` name what is misspelt (src/contract/settings.ts).
 */
export function configure(settings: Settings, given: object): void {
  for (const [name, value] of Object.entries(toFields(given))) {
    // A function as consent is the stub's, and keeps calls.
    if (value === undefined || name in Object.prototype || (name === 'consent' && typeof value === 'function')) continue
    // Structures on the tag are JSON.
    const structure = parseJson(value)
    Object.assign(settings, { [name]: isFields(structure) ? structure : value })
  }
}

/**
 * Reads the settings of a page.
 *
 * @param given lowest first: what was served with the script, what stands at `window.ringup`
 * @param tags of the script, as they stand in the document
 */
export function readSettings(
  settings: Settings,
  given: readonly unknown[],
  tags: readonly HTMLOrSVGScriptElement[],
  origin = location.origin,
): void {
  const folders = tags.flatMap((tag) => readFolder(tag) ?? [])
  const own = folders.find((folder) => folder.origin === origin)
  if (own) settings.endpoint = own.href
  // Only this element, and only plain objects: markup by shoppers must not become settings, and an id is a global, too.
  const block = parseJson(document.querySelector('script#ringup[type="application/json"]')?.textContent)
  const [served, ...page] = given
  // What is not there is not asked for its prototype: an error takes a millisecond to make.
  for (const each of [served, block, ...page, ...tags.map(({ dataset }) => ({ ...dataset }))])
    safely(() => isFields(each) && Object.getPrototypeOf(each) === Object.prototype && configure(settings, each))
}

/** A file of this name is the proxy's. An optimiser's file is not, even if it keeps the name in a folder of its own. */
const OWN_NAME = /^(?!.*(wp-|cache)).*\/ringup[\w.-]*\.js$/

/** The folder that the script comes from. */
export function readFolder(tag: HTMLOrSVGScriptElement): URL | undefined {
  const address = safely(() => new URL(Object(tag).src))
  return address && OWN_NAME.test(address.pathname) ? new URL('.', address) : undefined
}
