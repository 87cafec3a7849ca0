/** Global Privacy Control: a browser's setting, for shops that need no banner. */
import type { ConsentRecipe } from './recipe.js'

export const GLOBAL_PRIVACY_CONTROL: ConsentRecipe = {
  name: 'global-privacy-control',
  platform: 'Global Privacy Control, without a banner',
  signs: [],
  places: { deny: 'navigator.globalPrivacyControl' },
  expect:
    'No: the browser says so. Yes: all others. `"deny": "navigator.globalPrivacyControl"` may stand in every other recipe too.',
  source: {
    pages: ['https://www.w3.org/TR/gpc/', 'https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-GPC'],
    read: '25 November 2026',
  },
}
