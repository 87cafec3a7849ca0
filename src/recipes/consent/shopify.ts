/** Shopify's customer privacy, in a theme: Shopify's own banner, and other banners that pass the choice to it. */
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
    'Yes: Shopify allows marketing, by the shopper or by the rule of the region. No: the shopper has refused. Ringup’s theme snippet and pixel have this built in. Your own theme loads the feature consent-tracking-api first.',
  source: { pages: ['https://shopify.dev/docs/api/customer-privacy'], read: 'November 2026' },
}
