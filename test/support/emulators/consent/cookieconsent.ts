/** CookieConsent 3.1 by Orest Bida, as its callbacks' page describes it; the real one is in test/browser/consent-banners.spec.ts. */
import type { CreateEmulator } from './emulator.js'

export const createCookieconsent: CreateEmulator = ({ kept, set, raise }) => ({
  load() {
    set('CookieConsent', {
      validConsent: () => kept.has('cc_cookie'),
      acceptedCategory: (name: string) => name === 'marketing' && kept.get('cc_cookie') === 'yes',
    })
    if (kept.has('cc_cookie')) raise('cc:onConsent', 'window')
  },
  choose(choice) {
    const isFirst = !kept.has('cc_cookie')
    kept.set('cc_cookie', choice)
    for (const name of isFirst ? ['cc:onFirstConsent', 'cc:onConsent'] : ['cc:onChange']) raise(name, 'window')
  },
})
