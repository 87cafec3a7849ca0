/** Shopify's Customer Privacy API in the European Union (shopify.dev/docs/api/customer-privacy, November 2026): a returning shopper is announced by no event. */
import type { CreateEmulator } from './emulator.js'

export const createShopify: CreateEmulator = ({ kept, set, raise }) => ({
  begin: () => set('Shopify', { loadFeatures: () => {} }),
  load() {
    const marketing = () => kept.get('_tracking_consent') ?? ''
    set('Shopify', {
      customerPrivacy: {
        marketingAllowed: () => marketing() === 'yes',
        currentVisitorConsent: () => ({ marketing: marketing(), analytics: marketing() }),
      },
    })
  },
  choose(choice) {
    kept.set('_tracking_consent', choice)
    raise('visitorConsentCollected', 'document')
  },
})
