/** OneTrust, and CookiePro, which is the same product. */
import type { ConsentRecipe } from './recipe.js'

export const ONETRUST: ConsentRecipe = {
  name: 'onetrust',
  platform: 'OneTrust (CookiePro)',
  signs: ['otSDKStub.js', 'cdn.cookielaw.org', 'cookie-cdn.cookiepro.com'],
  places: {
    read: 'OnetrustActiveGroups',
    has: 'C0004',
    // While the platform loads, `OneTrust` is an object without this function.
    answered: 'OneTrust.IsAlertBoxClosed()',
    on: ['OneTrustGroupsUpdated'],
  },
  yours: { name: 'C0004', where: 'OneTrust shows the ID of your targeting category under Categorizations.' },
  expect:
    'Yes: the targeting category C0004 is active, by the shopper or by the rule of the region. No: the banner is closed and the category is not active.',
  source: {
    pages: [
      'https://developer.onetrust.com/onetrust/docs/javascript-events-guide',
      'https://developer.onetrust.com/onetrust/docs/when-consent-changes-new',
    ],
    read: 'November 2026',
  },
}
