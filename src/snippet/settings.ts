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

export interface Settings {
  /** Where the proxy listens, used exactly as given. On a tag the script's own folder, if on the page's origin. */
  endpoint: string
  /** What is asked for the order; `auto` is all in the order `data-layer`, `json-ld`, `dom`. */
  adapter: string | AdapterFunction
  /** Name of the data layer's global. */
  dataLayer: string
  /** `load`, or the data-layer event that converts by itself, usually `purchase`. */
  convertOn: string
  /** Of each field in the page: `{ order_number: '#no', items: { each: 'tr.line', product_id: '@data-sku' } }`, or that as JSON. */
  selectors: Selectors | string | undefined
  /** Where the customer's address is: a path in the order, the data layer or JSON-LD, or a CSS selector. */
  email: string | undefined
  /** The decimal sign of amounts read as text, `.` or `,`; else that of the page's language. */
  decimal: string | undefined
  /** `required`: nothing is stored or sent before `ringup.consent('granted')`. */
  consent: string
  /** `none`: nothing is stored, so what is not delivered goes with the page. */
  persist: string
  /** `panel`, or `ask`: the panel opens when the page's address has `?ringup-debug`. Not of a module. */
  debug: string | undefined
  /** Made by the shop's server, for a customer it knows. */
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
    parse(document.querySelector('script#ringup')?.textContent),
    ringup?.constructor === Object && ringup,
    dataset,
  )
  // A link alone must not load code.
  if (/^(panel|ask.*[?&]ringup-debug\b)/.test(settings.debug + location.search)) void import(`${href}ringup-debug.js`)
}
