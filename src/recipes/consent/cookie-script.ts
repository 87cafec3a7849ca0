/** Cookie-Script. */
import type { ConsentRecipe } from './recipe.js'

export const COOKIE_SCRIPT: ConsentRecipe = {
  name: 'cookie-script',
  platform: 'Cookie-Script',
  signs: ['cookie-script.com'],
  places: {
    read: 'CookieScript.instance.currentState().categories',
    has: 'targeting',
    answered: 'CookieScript.instance.currentState().action',
    on: ['CookieScriptLoaded', 'CookieScriptAcceptAll', 'CookieScriptAccept', 'CookieScriptReject'],
  },
  expect:
    'Yes: the category targeting is accepted. No: the shopper has answered without it. Cookie categories have to be in use.',
  source: {
    pages: [
      'https://help.cookie-script.com/en/articles/30242-custom-events',
      'https://help.cookie-script.com/en/javascript-code-documentation/custom-functions',
    ],
    read: '25 November 2026',
  },
}
