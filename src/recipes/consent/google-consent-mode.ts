/** Google Consent Mode v2. Many banners use it to pass on the shopper's choice. */
import type { ConsentRecipe } from './recipe.js'

export const GOOGLE_CONSENT_MODE: ConsentRecipe = {
  name: 'google-consent-mode',
  platform: 'Google Consent Mode',
  signs: ["'consent', 'default'", '"consent", "default"', "'consent','default'", '"consent","default"'],
  places: {
    read: 'dataLayer(consent,update).ad_user_data',
    has: 'granted',
    declared: 'ad_user_data',
    on: ['dataLayer'],
  },
  expect:
    'Yes and no: what the latest `gtag("consent", "update", …)` says of ad_user_data. Without one, a default of granted is a yes after its wait_for_update, unless a default of any region denies. A default of denied is not an answer. A banner within Tag Manager that sets consent by a template’s own functions does not go through the data layer: take the banner’s own recipe, or the Tag Manager template of Ringup.',
  source: {
    pages: ['https://developers.google.com/tag-platform/security/guides/consent'],
    read: 'November 2026',
  },
}
