/**
 * The settings: passed > script tag > `window.ringup` > served with the script > default, each setting on its own.
 */

import type { Raw } from '../../contract/raw.js'
import { isFields } from './fields.js'
import type { Order } from './order.js'
import { parseJson, safely } from './safely.js'

/** The question to the shop's own adapter: an order, or the e-mail of a sign-up to this list. */
export interface Question {
  kind: 'convert' | 'addToList'
  list?: string
}

/** Returns an order in the form of `convert()`, or nothing, or a promise of either. It replaces all other adapters. */
type AdapterFunction = (question: Question) => Order | undefined | PromiseLike<Order | undefined>

/**
 * The place of each field in the page: a CSS selector. `@name` at its very end is an attribute. An empty text before it
 * is the row itself. ` /pattern/` after the selector takes group 1 of the text. `items` has `each`, the rows, and the
 * fields within a row. `order` names JSON in an attribute or a script element, which is read like an entry of the data
 * layer.
 */
export interface Selectors {
  items?: { each?: string; [field: string]: string | undefined }
  [field: string]: string | Selectors['items']
}

/** The table of the guide is made from these docstrings. A test holds the names to src/contract/settings.ts. */
export interface Settings {
  /**
   * The proxy's address, used exactly as given
   * @defaultValue the script's own folder, if it is on the page's origin
   */
  endpoint: string
  /**
   * `data-layer`, `json-ld` or `dom`: the only source of orders. `configure()` and `window.ringup` also accept a
   * function
   * @defaultValue `auto`: all, in this order
   */
  adapter: 'auto' | 'data-layer' | 'json-ld' | 'dom' | AdapterFunction
  /**
   * Name of the data layer's global
   * @defaultValue `dataLayer`
   */
  dataLayer: string
  /** The data-layer event that converts by itself, once per order number (usually `purchase`), or `load` */
  convertOn?: string
  /**
   * JSON with a CSS selector for each field (`configure()` accepts an object). `.total@data-amount` reads an attribute,
   * `.number /Order (\S+)/` a part of the text. `items` has `each` for the rows, and the fields of an item
   */
  selectors?: Selectors
  /**
   * The only place of the e-mail: a path in the order, the data layer or JSON-LD (`shopper.mail`), or a CSS selector
   * (`#mail`)
   * @defaultValue all places named below
   */
  email?: string
  /**
   * `items`: the sum of price × quantity. No value if a price is not known
   * @defaultValue `source`: the order's value as the page states it
   */
  value: 'source' | 'items'
  /**
   * `.` or `,`: decimal sign of amounts that shoppers see, for currencies with three decimals
   * @defaultValue none needed
   */
  decimal?: '.' | ','
  /**
   * `required`: an event is stored and sent only after `ringup.consent('granted')`. Or a consent recipe, as JSON
   * @defaultValue `not-required`
   */
  consent: 'required' | 'not-required' | object
  /**
   * `panel` loads `ringup-debug.js` from the script's folder; `ask`, when the address has `?ringup-debug`, and then on each page of the
   * tab. The module has no panel
   * @defaultValue off
   */
  debug?: 'panel' | 'ask'
  /** Made by the shop's server. On a page with a signed order, a form needs its own signature */
  signature?: string
}

/** The default settings. A setting without a default is off. */
export const DEFAULTS: Readonly<Settings> = {
  endpoint: '',
  adapter: 'auto',
  dataLayer: 'dataLayer',
  value: 'source',
  consent: 'not-required',
}

/**
 * Applies the given settings, the lowest first. `undefined` keeps the current value. Unknown settings are ignored. An unknown `consent`
 * counts as `required`. Panel, set-up page and `ringup check` name misspelt settings (src/contract/settings.ts).
 *
 * If they cannot be read whole, nothing is stored or sent, because one of them may be the consent.
 */
export function configure(settings: Settings, ...given: unknown[]): void {
  try {
    for (const [name, value] of given.flatMap((each) => Object.entries(Object(each)))) {
      // A function as `consent` comes from the stub, which keeps calls.
      const isCall = name === 'consent' && typeof value === 'function'
      if (value === undefined || isCall) continue
      // Structures on the tag are JSON texts.
      const structure = parseJson(value)
      Object.assign(settings, { [name]: isFields(structure) ? structure : value })
    }
  } catch {
    settings.endpoint = ''
  }
}

/**
 * Reads the settings of a page.
 *
 * @param given lowest first: the settings served with the script, then `window.ringup`
 * @param tags all tags of the script, in the order of the document
 */
export function readSettings(
  settings: Settings,
  given: readonly unknown[],
  tags: readonly HTMLOrSVGScriptElement[],
): void {
  const endpoint = tags.map(readFolder).find((folder) => folder?.startsWith(`${location.origin}/`))
  // Markup by shoppers must not become settings: an element's id is a global too. A value that throws cannot be read.
  const objects = given.filter((each) => safely(() => isFields(each)) ?? true)
  configure(settings, { endpoint }, ...objects, ...tags.map(({ dataset }) => dataset))
}

/** Completes a URL. A path belongs to the page's own address, whatever its `<base>` says. */
export const toUrl = (url: string): string => new URL(url, location.href).href

/** The address of the script, with its folder. An optimiser's copy is not the proxy's, even if it keeps the name in its own folder. */
const SCRIPT = /^(\w+:\/\/[^/]+(?![^?#]*(?:wp-|cache))[^?#]*\/)ringup[\w.-]*\.js(?![^?#])/

/** Reads the folder that the script comes from. */
export const readFolder = (tag: HTMLOrSVGScriptElement): string | undefined =>
  safely(() => SCRIPT.exec(toUrl(tag.getAttribute('src') ?? ''))?.[1])

/** Checks whether the settings name a part of the order, or another source of it. */
export const namesOrder = ({ adapter, selectors, email }: Settings): boolean =>
  !/^(auto|data-layer)$/.test(String(adapter)) || Boolean(selectors || email)

/** The settings that the proxy needs to read an order. */
export const toTerms = ({ decimal, value, convertOn }: Settings): Pick<Raw, 'decimal' | 'value' | 'event'> => ({
  decimal,
  value: value === 'items' ? value : undefined,
  event: convertOn === 'load' ? undefined : convertOn,
})
