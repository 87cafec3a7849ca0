/** Cookiebot by Usercentrics. */
import type { ConsentRecipe } from './recipe.js'

export const COOKIEBOT: ConsentRecipe = {
  name: 'cookiebot',
  platform: 'Cookiebot',
  signs: ['consent.cookiebot.com', 'consent.cookiebot.eu'],
  places: {
    read: 'Cookiebot.consent.marketing',
    answered: 'Cookiebot.hasResponse',
    on: ['CookiebotOnConsentReady', 'CookiebotOnAccept', 'CookiebotOnDecline'],
  },
  expect: 'Yes: the category marketing is allowed. No: the shopper has answered without it.',
  source: { pages: ['https://www.cookiebot.com/en/developer/'], read: 'November 2026' },
}
