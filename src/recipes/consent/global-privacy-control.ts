/** Global Privacy Control: a setting of the browser, for shops that do not need a banner. */
import type { ConsentRecipe } from './recipe.js'

export const GLOBAL_PRIVACY_CONTROL: ConsentRecipe = {
  name: 'global-privacy-control',
  platform: 'Global Privacy Control, without a banner',
  signs: [],
  places: { deny: 'navigator.globalPrivacyControl' },
  expect:
    'No: the browser has this setting. Yes: all other browsers. Every other recipe can contain `"deny": "navigator.globalPrivacyControl"` too.',
  source: {
    pages: ['https://www.w3.org/TR/gpc/', 'https://developer.mozilla.org/docs/Web/HTTP/Headers/Sec-GPC'],
    read: '25 November 2026',
  },
}
