/**
 * The custom pixel: Shopify's checkout → convert() and addToList(), in the sandboxed frame that Shopify gives it.
 *
 * It is the snippet, told what the checkout says instead of reading a page: what is sent, kept and tried again, and what
 * is a problem, is decided there. The settings stand before it in the file (custom-pixel-settings.js).
 */
import { addToList, configure, consent, convert } from '../snippet/module.js'
import { drain } from '../snippet/outbox.js'
import { toContact, toEcommerce } from './checkout.js'
import { eraseStorage, loadStorage } from './local-storage.js'
import type { Checkout, Permissions, PixelApi } from './pixel-api.js'

declare const RINGUP: { endpoint: string; list: string; consent: string[]; debug: boolean }
declare const analytics: PixelApi['analytics']
declare const init: PixelApi['init']
declare const api: PixelApi

if (!RINGUP.endpoint) console.warn('Ringup: the endpoint is missing, and nothing is sent.')
if (RINGUP.debug)
  document.addEventListener('ringup', (event) => console.info('Ringup', (event as CustomEvent<object>).detail))

// Shopify says "not allowed" for "not asked yet" as well: that one waits.
configure({ endpoint: RINGUP.endpoint, consent: 'required' })
if (isAllowed(init.customerPrivacy)) consent('granted')
void loadStorage().then(() => drain())

api.customerPrivacy?.subscribe('visitorConsentCollected', ({ customerPrivacy }) => {
  if (isAllowed(customerPrivacy)) return consent('granted')
  consent('denied')
  void eraseStorage() // what was not loaded yet, too
})

on('checkout_completed', (checkout) => {
  const address = init.data?.shop?.storefrontUrl ?? init.context?.document?.location?.origin
  const email = checkout.email ?? init.data?.customer?.email
  void convert({ email, ecommerce: toEcommerce(checkout, address) })
  // The box is a state that every checkout event tells; a shopper may untick it until the order is placed.
  const accepts = RINGUP.list && checkout.buyerAcceptsEmailMarketing
  if (accepts) void addToList(RINGUP.list, toContact({ ...checkout, email: email ?? null }))
})

function on(name: string, callback: (checkout: Checkout) => void): void {
  analytics.subscribe(name, ({ data }) => callback(data?.checkout ?? {}))
}

function isAllowed(permissions: Permissions | null | undefined): boolean {
  return RINGUP.consent.every((name) => permissions?.[name] === true)
}
