/** WordPress's consent API, a plug-in through which banners pass the choice to other plug-ins. */
import type { ConsentRecipe } from './recipe.js'

export const WP_CONSENT_API: ConsentRecipe = {
  name: 'wp-consent-api',
  platform: 'WP Consent API',
  signs: ['/wp-consent-api/'],
  places: {
    read: 'wp_has_consent(marketing)',
    // Without a banner, the API answers yes to all visitors. The type is then missing too.
    ready: 'wp_consent_type|wp_fallback_consent_type',
    answered: 'consent_api_get_cookie(wp_consent_marketing)',
    on: ['wp_listen_for_consent_change', 'wp_consent_type_defined'],
  },
  expect:
    'Yes: marketing is allowed, by the shopper or, for the type optout, by the rule of the region. No: the shopper has refused. Without a banner, the plug-in answers yes to all visitors. This is not an answer, so events wait.',
  source: {
    pages: ['https://github.com/Really-Simple-Plugins/wp-consent-level-api (assets/js/wp-consent-api.js, 1.0.8)'],
    read: 'November 2026',
  },
}
