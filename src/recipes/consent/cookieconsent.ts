/** CookieConsent 3 by Orest Bida: the npm package vanilla-cookieconsent. */
import type { ConsentRecipe } from './recipe.js'

export const COOKIECONSENT: ConsentRecipe = {
  name: 'cookieconsent',
  platform: 'CookieConsent 3 (vanilla-cookieconsent)',
  signs: ['cookieconsent.umd.js', 'cookieconsent.esm.js', 'vanilla-cookieconsent'],
  places: {
    read: 'CookieConsent.acceptedCategory(marketing)',
    answered: 'CookieConsent.validConsent()',
    on: ['cc:onFirstConsent', 'cc:onConsent', 'cc:onChange'],
  },
  yours: { name: 'marketing', where: 'It is the name that your configuration has under `categories`.' },
  expect:
    'Yes: the category marketing is accepted. No: the shopper has answered without it. If it is bundled as a module, set `window.CookieConsent = CookieConsent`.',
  source: {
    pages: [
      'https://cookieconsent.orestbida.com/advanced/callbacks-events.html',
      'https://github.com/orestbida/cookieconsent (3.1.0)',
    ],
    read: 'November 2026',
  },
}
