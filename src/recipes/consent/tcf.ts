/** The IAB's Transparency and Consent Framework, 2.2 and later. Many banners use it. */
import type { ConsentRecipe } from './recipe.js'

export const TCF: ConsentRecipe = {
  name: 'tcf',
  platform: 'IAB TCF 2.2 or later',
  signs: ['__tcfapi'],
  script: `(function listen(tries) {
  if (!window.ringup?.consent || !window.__tcfapi) return void (tries && setTimeout(listen, 500, tries - 1))
  __tcfapi('addEventListener', 2, (data, isKnown) => {
    if (!isKnown || data.eventStatus === 'cmpuishown') return // not answered
    // The shop's own purposes, where the banner asks for them; 1 is storing something in the browser.
    const own = Object.keys(data.publisher?.consents ?? { }).length > 0 ? data.publisher : data.purpose
    ringup.consent(data.gdprApplies === false || own.consents[1] ? 'granted' : 'denied')
  })
})(20)`,
  yours: { name: 'own.consents[1]', where: 'Each purpose has a number. Ask your lawyer which purposes you need.' },
  expect:
    'Yes: purpose 1 is allowed, or the GDPR does not apply. No: the shopper has answered without it. A shop’s own mailing is not a vendor in the framework’s list, so the recipe reads the shop’s own purposes.',
  source: {
    pages: [
      'https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework (TCFv2/IAB Tech Lab - CMP API v2.md)',
    ],
    read: 'November 2026',
  },
}
