/** Didomi. */
import type { ConsentRecipe } from './recipe.js'

export const DIDOMI: ConsentRecipe = {
  name: 'didomi',
  platform: 'Didomi',
  signs: ['sdk.privacy-center.org', 'didomiConfig'],
  script: `(function listen(tries) {
  if (!window.ringup?.consent) return void (tries && setTimeout(listen, 500, tries - 1))
  window.didomiOnReady = window.didomiOnReady || []
  didomiOnReady.push((Didomi) => {
    const hear = () => {
      const { enabled, disabled } = Didomi.getUserStatus().purposes.consent
      if (enabled.includes('cookies')) ringup.consent('granted')
      else if (disabled.includes('cookies')) ringup.consent('denied')
      else if (!Didomi.isConsentRequired()) ringup.consent('granted')
    }
    Didomi.on('consent.changed', hear)
    hear()
  })
})(20)`,
  yours: { name: 'cookies', where: 'It is the ID of the purpose in your Didomi console.' },
  expect:
    'Yes: the purpose cookies is enabled, or no consent is required of this shopper. No: it is disabled. If it is in neither list, the shopper has not answered.',
  source: {
    pages: [
      'https://developers.didomi.io/cmp/web-sdk/reference/api',
      'https://developers.didomi.io/cmp/web-sdk/reference/events',
      'https://developers.didomi.io/cmp/web-sdk/third-parties/programmatic-api',
    ],
    read: '25 November 2026',
  },
}
