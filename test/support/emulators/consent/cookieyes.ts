/** CookieYes, as its pages on getCkyConsent() and on its events describe it (cookieyes.com/documentation, November 2026). */
import type { CreateEmulator } from './emulator.js'

export const createCookieyes: CreateEmulator = ({ kept, set, raise }) => {
  const getCkyConsent = () => ({
    activeLaw: 'gdpr',
    categories: { necessary: true, advertisement: kept.get('cookieyes-consent') === 'yes' },
    isUserActionCompleted: kept.has('cookieyes-consent'),
  })
  return {
    load() {
      set('getCkyConsent', getCkyConsent)
      raise('cookieyes_banner_load', 'document')
    },
    choose(choice) {
      kept.set('cookieyes-consent', choice)
      raise('cookieyes_consent_update', 'document')
    },
  }
}
