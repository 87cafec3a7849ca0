/** Shopify's customer privacy, in a theme: Shopify's own banner, and those of others that hand the choice on to it. */
import type { ConsentRecipe } from './recipe.js'

export const SHOPIFY: ConsentRecipe = {
  name: 'shopify',
  platform: 'Shopify customer privacy',
  signs: ['consent-tracking-api'],
  places: {
    read: 'Shopify.customerPrivacy.marketingAllowed()',
    answered: 'Shopify.customerPrivacy.currentVisitorConsent().marketing',
    on: ['visitorConsentCollected'],
  },
  expect:
    'Yes: Shopify allows marketing, be it by the shopper or by the rule of the region. No: the shopper has said no. The theme snippet and the pixel of Ringup have this built in; a theme of your own loads the feature consent-tracking-api first.',
  source: { pages: ['https://shopify.dev/docs/api/customer-privacy'], read: 'November 2026' },
}
