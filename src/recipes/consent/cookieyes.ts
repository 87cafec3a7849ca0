/** CookieYes: the web app, and the WordPress plug-in that is connected to it. */
import type { ConsentRecipe } from './recipe.js'

export const COOKIEYES: ConsentRecipe = {
  name: 'cookieyes',
  platform: 'CookieYes',
  signs: ['cdn-cookieyes.com', 'app.cookieyes.com'],
  places: {
    read: 'getCkyConsent().categories.advertisement',
    answered: 'getCkyConsent().isUserActionCompleted',
    on: ['cookieyes_banner_load', 'cookieyes_consent_update'],
  },
  expect:
    'Yes: the category advertisement is allowed. No: the shopper has answered without it. A WordPress plug-in that is not connected to the web app does not raise events. Use WP Consent API there.',
  source: {
    pages: [
      'https://www.cookieyes.com/documentation/retrieving-consent-data-using-api-getckyconsent/',
      'https://www.cookieyes.com/documentation/events-on-cookie-banner-load/',
    ],
    read: 'November 2026',
  },
}
