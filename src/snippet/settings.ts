/** The settings: module > script tag > `window.ringup` > JSON block > default, each on its own. */
import { attempt, parse } from './attempt.js'
import type { Order } from './order.js'

/** Asked for an order or for the e-mail of a sign-up; answers as `convert()` takes an order, or nothing. */
export type AdapterFunction = (about: {
  kind: string
  list?: string | undefined
}) => Order | undefined | PromiseLike<Order | undefined>

/** By field; of the items within `each`. `@name` at the very end is an attribute, nothing before that the row itself. */
export interface Selectors {
  items?: { each: string; [field: string]: string }
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
   * `data-layer`, `json-ld` or `dom`: only this one is asked for the order. `configure()` takes a function too
   * @defaultValue `auto`: all, in this order
   */
  adapter: string | AdapterFunction
  /**
   * Name of the data layer's global
   * @defaultValue `dataLayer`
   */
  dataLayer: string
  /** The data-layer event that converts by itself, once per order number, usually `purchase`; or `load` */
  convertOn: string
  /** Where the order is on a page without marks, field by field, as JSON; `configure()` takes an object: see below */
  selectors: Selectors | string | undefined
  /**
   * The only place where the page's e-mail is looked for: a path in the order, the data layer or JSON-LD
   * (`shopper.mail`), or a CSS selector (`#mail`)
   * @defaultValue all places named below
   */
  email: string | undefined
  /**
   * `items`: the value of the cart is the sum of price × quantity, whatever else is said of it; none where a price is not known
   * @defaultValue `source`: what the page calls the order's value
   */
  value: string | undefined
  /**
   * `.` or `,`: the decimal sign of amounts that are text
   * @defaultValue from `<html lang>`
   */
  decimal: string | undefined
  /**
   * `required`: nothing is stored or sent before `ringup.consent('granted')`
   * @defaultValue not required
   */
  consent: string
  /**
   * `none`: nothing is stored, so what is not delivered goes with the page, and only the proxy knows an order again
   * @defaultValue localStorage and IndexedDB
   */
  persist: string
  /**
   * `panel` loads `ringup-debug.js` from the script's own folder; `ask` does when the page's address has
   * `?ringup-debug`. Not of a module
   * @defaultValue off
   */
  debug: string | undefined
  /** Made by the shop's server for the customer it knows. A form on a page whose order is signed needs one of its own, for that sign-up */
  signature: string | undefined
}

/** The others are off until they are set. */
export const settings = {
  dataLayer: 'dataLayer',
  convertOn: '', // not undefined, which is the name of every entry without one
  consent: 'granted',
} as Settings

/** Takes over the settings given. */
export function configure(given: Partial<Settings>): void {
  Object.assign(settings, given)
}

/** Reads the page's settings and the script tag that is running; there is none of a module. */
export function readSettings(tag: HTMLOrSVGScriptElement | null): void {
  const { src, dataset } = Object(tag)
  const { href, origin } = Object(attempt(() => new URL('.', src)))
  if (origin === location.origin) settings.endpoint = href
  const { ringup } = window as unknown as { ringup?: object }
  Object.assign(
    settings,
    parse(document.querySelector('script#ringup')?.textContent || 0), // which is JSON: an error takes a millisecond to make
    ringup?.constructor === Object && ringup,
    dataset,
  )
  // A link alone must not load code.
  if (/^(panel|ask.*[?&]ringup-debug\b)/.test(settings.debug + location.search))
    void import(`${href}ringup-debug.js`).catch(String)
}
