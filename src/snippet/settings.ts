/** The settings: module > script tag > `window.ringup` > JSON block > default, each on its own. */
import { attempt } from './attempt.js'
import type { Order } from './order.js'

/** Asked for an order or for the e-mail of a sign-up; answers as `convert()` takes an order, or nothing. */
export type AdapterFunction = (about: { kind: string; list?: string | undefined }) => Order | undefined | PromiseLike<Order | undefined>

/** A CSS selector for each field; `@name` at its end is an attribute, nothing before it the row itself. */
export type Selectors = Record<string, string | (Record<string, string> & { each?: string })>

export interface Settings {
  /** Where the proxy listens, used exactly as given. On a tag the script's own folder, if on the page's origin. */
  endpoint: string
  /** What is asked for the order; `auto` is all of them in this order. */
  adapter: 'auto' | 'data-layer' | 'json-ld' | 'dom' | AdapterFunction
  /** Name of the data layer's global. */
  dataLayer: string
  /** `load`, or the data-layer event that converts by itself, usually `purchase`. */
  convertOn: string
  /** For shops without `data-ringup` attributes: where on the page each field stands; `items.each` is a row. */
  selectors: Selectors
  /** Words joined by dots: a path into the data layer. Anything else: a CSS selector. */
  email: string
  /** `items`: the cart's value is the sum of price × quantity, not the page's own figure. */
  value: 'source' | 'items'
  /** The decimal sign of amounts that are text, where the page's language does not tell. */
  decimal: '.' | ','
  /** `required`: nothing is stored or sent before `ringup.consent('granted')`. */
  consent: 'not-required' | 'required'
  /** `none`: nothing is stored, so what is not delivered goes with the page. */
  persist: 'local' | 'none'
  /** The panel at once, or when the page's address has `?ringup-debug`. */
  debug: 'panel' | 'ask'
  /** Made by the shop's server, for a customer it knows. */
  signature: string
}

export const settings: Partial<Settings> & { dataLayer: string } = { dataLayer: 'dataLayer' }

/** Every setting with the values it takes, as `name=value`; what is no text is told by its type. */
const KNOWN =
  /^((endpoint|dataLayer|convertOn|email|signature)=[^]|(adapter=(auto|data-layer|json-ld|dom|<function>)|selectors=<object>|value=(source|items)|decimal=[.,]|consent=(not-)?required|persist=(local|none)|debug=(panel|ask))$)/

/** Takes over the settings given; names in the console what it does not know, and ignores it. */
export function configure(given: object): void {
  for (const [name, value] of Object.entries(given)) {
    if (KNOWN.test(`${name}=${typeof value === 'string' ? value : `<${typeof value}>`}`)) Object.assign(settings, { [name]: value })
    else console.warn(`Ringup: unknown setting or value: ${name}`)
  }
}

/** Reads the page's JSON block, its global, and the script tag that is running; there is none of a module. */
export function readSettings(tag: HTMLOrSVGScriptElement | null): void {
  const { src, dataset = {} } = Object(tag) as Partial<HTMLScriptElement>
  const block = document.querySelector('script#ringup[type="application/json"]')
  const { ringup } = window as { ringup?: object }
  attempt(() => {
    const { origin, href } = new URL('.', src)
    if (origin === location.origin) settings.endpoint = href
  })
  configure(Object(parse(block?.textContent)))
  // Markup by shoppers, <a id="ringup">, must not become settings.
  if (Object.getPrototypeOf(Object(ringup)) === Object.prototype) configure(Object(ringup))
  configure(Object.fromEntries(Object.entries(dataset).map(([name, value]) => [name, parse(value) ?? value])))
}

/** Structures are JSON; any other text is itself. */
function parse(text: unknown): object | undefined {
  return /^\s*\{/.test(`${text}`) ? attempt(() => JSON.parse(`${text}`)) : undefined
}
