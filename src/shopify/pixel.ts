/**
 * The pixel: turns Shopify's checkout into the raw data of an order and of a sign-up, in Shopify's sandbox.
 *
 * It is the snippet, with data from the checkout instead of a page. The snippet decides about sending, storing and
 * retrying, and the proxy reads the data.
 */
import { addToList, report } from '../snippet/core/call.js'
import { decide } from '../snippet/core/consent.js'
import { configure } from '../snippet/core/settings.js'
import { createSnippet, type Snippet } from '../snippet/core/snippet.js'
import { start } from '../snippet/core/start.js'
import * as rest from '../snippet/rest/index.js'
import { eraseStorage, loadStorage, openStorage } from './local-storage.js'
import type { Checkout, Permissions, PixelApi } from './pixel-api.js'
import { toContact, toRawCheckout } from './raw-checkout.js'

/** The settings. `custom-pixel-settings.js` explains them. */
export interface PixelSettings {
  endpoint: string
  list: string
  consent: string[]
  debug: boolean
}

export function startPixel({ analytics, browser, init, customerPrivacy }: PixelApi, settings: PixelSettings): void {
  const isAllowed = (permissions: Permissions | null | undefined) =>
    settings.consent.every((name) => permissions?.[name] === true)

  if (!settings.endpoint) console.warn('Ringup does not send events, because the endpoint is missing.')
  if (settings.debug)
    document.addEventListener('ringup', (event) => console.info('Ringup', (event as CustomEvent<object>).detail))

  openStorage(browser.localStorage)
  const snippet: Snippet = Object.assign(createSnippet(), { rest })
  configure(snippet.settings, { endpoint: settings.endpoint, consent: 'required' })
  rest.start(snippet)
  start(snippet)
  // The choice when the page was rendered. Shopify says "not allowed" also if the shopper was not asked yet. In that
  // case events wait.
  if (isAllowed(init.customerPrivacy)) decide(snippet, 'granted')
  void loadStorage().then(() => rest.flush(snippet))

  customerPrivacy?.subscribe('visitorConsentCollected', (event) => {
    if (isAllowed(event.customerPrivacy)) return decide(snippet, 'granted')
    decide(snippet, 'denied')
    void eraseStorage() // also the events that are not loaded yet
  })

  analytics.subscribe('checkout_completed', ({ data }) => tell(snippet, data?.checkout ?? {}, init, settings.list))
}

function tell(snippet: Snippet, checkout: Checkout, init: PixelApi['init'], list: string): void {
  const shop = init.data?.shop?.storefrontUrl ?? init.context?.document?.location?.origin
  const email = checkout.email ?? init.data?.customer?.email ?? ''
  void report(snippet, { kind: 'convert', at: Date.now() }, () => ({
    raw: { emails: [email], platform: { name: 'shopify-pixel', order: toRawCheckout(checkout, shop) } },
  }))
  // Every checkout event has the state of the box. A shopper may untick it until the order is placed.
  const accepts = list && checkout.buyerAcceptsEmailMarketing
  if (accepts) void addToList(snippet, Date.now(), list, toContact({ ...checkout, email }))
}
