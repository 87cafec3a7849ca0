/** WordPress's consent API: a plug-in through which banners tell other plug-ins. */
import type { ConsentRecipe } from './recipe.js'

export const WP_CONSENT_API: ConsentRecipe = {
  name: 'wp-consent-api',
  platform: 'WP Consent API',
  signs: ['/wp-consent-api/'],
  places: {
    read: 'wp_has_consent(marketing)',
    // Without a banner it says yes to everybody: then there is no type either.
    ready: 'wp_consent_type|wp_fallback_consent_type',
    answered: 'consent_api_get_cookie(wp_consent_marketing)',
    on: ['wp_listen_for_consent_change', 'wp_consent_type_defined'],
  },
  expect:
    'Yes: marketing is allowed, be it by the shopper or, where the type is optout, by the rule of the region. No: the shopper has said no. Where no banner is installed the plug-in says yes to everybody; that is not an answer, and events wait.',
  source: {
    pages: ['https://github.com/Really-Simple-Plugins/wp-consent-level-api (assets/js/wp-consent-api.js, 1.0.8)'],
    read: 'November 2026',
  },
}
