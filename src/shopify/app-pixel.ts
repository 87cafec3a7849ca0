/** The pixel of the app: its settings are those that the app was told when it was connected, all of them texts. */
import { startPixel } from './pixel.js'
import type { PixelApi } from './pixel-api.js'

/** The settings that `app/extensions/ringup-pixel/shopify.extension.toml` names. */
interface AppSettings {
  endpoint?: string
  list?: string
  /** Names with commas; without it `marketingAllowed`, empty: nothing. */
  consent?: string
  debug?: string
}

/** What `register` of @shopify/web-pixels-extension calls (2.18). */
declare const shopify: {
  extend(point: 'WebPixel::Render', start: (api: PixelApi & { settings: AppSettings }) => void): void
}

shopify.extend('WebPixel::Render', (api) => {
  const { endpoint = '', list = '', consent = 'marketingAllowed', debug = '' } = api.settings
  const names = consent.split(',').map((name) => name.trim())
  startPixel(api, { endpoint, list, consent: names.filter((name) => name !== ''), debug: debug === 'true' })
})
