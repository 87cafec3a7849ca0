/** Cookiebot, as its developer page describes properties and events (cookiebot.com/en/developer, November 2026). */
import type { CreateEmulator } from './emulator.js'

export const createCookiebot: CreateEmulator = ({ kept, set, raise }) => {
  const tell = () => {
    const answer = kept.get('CookieConsent')
    set('Cookiebot', { hasResponse: answer !== undefined, consent: { necessary: true, marketing: answer === 'yes' } })
    raise('CookiebotOnConsentReady', 'window')
    if (answer) raise(answer === 'yes' ? 'CookiebotOnAccept' : 'CookiebotOnDecline', 'window')
  }
  return {
    load: tell,
    choose(choice) {
      kept.set('CookieConsent', choice)
      tell()
    },
  }
}
