/** The settings: module > script tag > default, each on its own. */
import { attempt } from './attempt.js'
import type { Order } from './order.js'

/** Asked for an order or for the e-mail of a sign-up; answers as `convert()` takes an order, or nothing. */
export type AdapterFunction = (about: {
  kind: string
  list?: string | undefined
}) => Order | undefined | PromiseLike<Order | undefined>

export interface Settings {
  /** Where the proxy listens, used exactly as given. On a tag the script's own folder, if on the page's origin. */
  endpoint: string
  /** What is asked for the order; without it all in the order `data-layer`, `json-ld`, `dom`. */
  adapter: string | AdapterFunction
  /** Name of the data layer's global. */
  dataLayer: string
  /** `load`, or the data-layer event that converts by itself, usually `purchase`. */
  convertOn: string
  /** `required`: nothing is stored or sent before `ringup.consent('granted')`. */
  consent: string
  /** `none`: nothing is stored, so what is not delivered goes with the page. */
  persist: string
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

/** Reads the script tag that is running; there is none of a module. */
export function readSettings(tag: HTMLOrSVGScriptElement | null): void {
  const { src, dataset } = Object(tag)
  attempt(() => {
    const { origin, href } = new URL('.', src)
    if (origin === location.origin) settings.endpoint = href
  })
  configure(dataset)
}
