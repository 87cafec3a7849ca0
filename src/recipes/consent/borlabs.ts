/** Borlabs Cookie 3, for WordPress. */
import type { ConsentRecipe } from './recipe.js'

export const BORLABS: ConsentRecipe = {
  name: 'borlabs',
  platform: 'Borlabs Cookie 3',
  signs: ['/borlabs-cookie'],
  script: `{
  const hear = () => {
    if (!window.ringup?.consent || !window.BorlabsCookie?.Consents) return false
    if (BorlabsCookie.Consents.hasConsent('ringup')) ringup.consent('granted')
    else if (document.cookie.includes('borlabs-cookie=')) ringup.consent('denied')
  }
  for (const name of ['borlabs-cookie-after-init', 'borlabs-cookie-consent-saved']) addEventListener(name, hear, true)
  ;(function look(tries) {
    if (hear() === false && tries) setTimeout(look, 500, tries - 1)
  })(20)
}`,
  yours: {
    name: 'ringup',
    where: 'It is the ID of a service that you create in Borlabs Cookie, in the group Marketing.',
  },
  expect: 'Yes: the service is allowed. No: Borlabs’s cookie has an answer without it.',
  source: {
    pages: ['https://github.com/Borlabs-Ben/Borlabs-Cookie-GTM-Variable-Template (template.tpl)'],
    read: 'November 2026',
  },
}
