/** The settings, and where they come from: the script tag's `data-…` attributes, or `configure()`. */
import { attempt } from './attempt.js'

export interface Settings {
  /** Where the proxy listens, used exactly as given. On a tag the script's own folder, if on the page's origin. */
  endpoint: string
  /** Name of the data layer's global. */
  dataLayer: string
  /** `load`, or the data-layer event that converts by itself, usually `purchase`. */
  convertOn: string
}

export const settings: Settings = { endpoint: '', dataLayer: 'dataLayer', convertOn: '' }

/** Takes over the settings given; names the ones it does not know in the console and ignores them. */
export function configure(given: Partial<Settings>): void {
  for (const [name, value] of Object.entries(given)) {
    if (name in settings && typeof value === 'string') settings[name as keyof Settings] = value
    else console.warn(`Ringup knows no setting ${name}.`)
  }
}

/** Reads the script tag that is running; there is none of a module, and no address of one in the page itself. */
export function readTag(tag: HTMLOrSVGScriptElement | null): void {
  const { src, dataset = {} } = Object(tag) as Partial<HTMLScriptElement>
  attempt(() => {
    const { origin, href } = new URL('.', src)
    if (origin === location.origin) settings.endpoint = href
  })
  configure(dataset)
}
