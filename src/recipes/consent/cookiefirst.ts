/** CookieFirst. */
import type { ConsentRecipe } from './recipe.js'

export const COOKIEFIRST: ConsentRecipe = {
  name: 'cookiefirst',
  platform: 'CookieFirst',
  signs: ['consent.cookiefirst.com'],
  places: {
    read: 'CookieFirst.consent.advertising',
    answered: 'CookieFirst.consent',
    on: ['cf_init', 'cf_consent'],
  },
  expect: 'Yes: the category advertising is allowed. No: there is an answer without it.',
  source: {
    pages: [
      'https://support.cookiefirst.com/hc/en-us/articles/360011568738-Cookie-Banner-Public-API-documentation',
      'https://github.com/elbwalker/walkerOS (packages/web/sources/cmps/cookiefirst)',
    ],
    read: 'November 2026',
  },
}
