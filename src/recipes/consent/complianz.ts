/** Complianz, for WordPress. */
import type { ConsentRecipe } from './recipe.js'

export const COMPLIANZ: ConsentRecipe = {
  name: 'complianz',
  platform: 'Complianz',
  signs: ['/complianz-gdpr', 'cmplz-cookiebanner', 'cmplz_'],
  places: {
    read: 'cmplz_has_consent(marketing)',
    // Set once the shopper's region is known.
    ready: 'wp_consent_type',
    answered: 'cmplz_get_cookie(marketing)',
    on: ['cmplz_status_change', 'cmplz_cookie_banner_data'],
  },
  expect:
    'Yes: marketing is allowed, by the shopper or by the rule of the region. No: the shopper has refused. A banner that is only closed is not an answer.',
  source: {
    pages: ['https://github.com/Really-Simple-Plugins/complianz-gdpr (cookiebanner/js/complianz.js, 7.2.0)'],
    read: 'November 2026',
  },
}
