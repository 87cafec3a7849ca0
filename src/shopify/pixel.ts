/**
 * The pixel: Shopify's checkout → convert() and addToList(), in the sandbox that Shopify gives it.
 *
 * It is the snippet, told what the checkout says instead of reading a page: what is sent, kept and tried again, and what
 * is a problem, is decided there.
 */
import { addToList, configure, consent, convert, flush } from '../snippet/module.js'
import { toContact, toEcommerce } from './checkout.js'
import { eraseStorage, loadStorage, openStorage } from './local-storage.js'
import type { Checkout, Permissions, PixelApi } from './pixel-api.js'

/** As `custom-pixel-settings.js` explains them. */
export interface PixelSettings {
  endpoint: string
  list: string
  consent: string[]
  debug: boolean
}

export function startPixel({ analytics, browser, init, customerPrivacy }: PixelApi, settings: PixelSettings): void {
  const isAllowed = (permissions: Permissions | null | undefined) =>
    settings.consent.every((name) => permissions?.[name] === true)

  if (!settings.endpoint) console.warn('Ringup: the endpoint is missing, and nothing is sent.')
  if (settings.debug)
    document.addEventListener('ringup', (event) => console.info('Ringup', (event as CustomEvent<object>).detail))

  openStorage(browser.localStorage)
  configure({ endpoint: settings.endpoint, consent: 'required' })
  // As it was when the page was made. Shopify says "not allowed" for "not asked yet" as well: that one waits.
  if (isAllowed(init.customerPrivacy)) consent('granted')
  void loadStorage().then(() => flush())

  customerPrivacy?.subscribe('visitorConsentCollected', (event) => {
    if (isAllowed(event.customerPrivacy)) return consent('granted')
    consent('denied')
    void eraseStorage() // what was not loaded yet, too
  })

  analytics.subscribe('checkout_completed', ({ data }) => report(data?.checkout ?? {}, init, settings.list))
}

function report(checkout: Checkout, init: PixelApi['init'], list: string): void {
  const address = init.data?.shop?.storefrontUrl ?? init.context?.document?.location?.origin
  const email = checkout.email ?? init.data?.customer?.email
  void convert({ email, ecommerce: toEcommerce(checkout, address) })
  // The box is a state that every checkout event tells; a shopper may untick it until the order is placed.
  const accepts = list && checkout.buyerAcceptsEmailMarketing
  if (accepts) void addToList(list, toContact({ ...checkout, email: email ?? null }))
}
