/** CookieFirst, as its public API's page describes it (support.cookiefirst.com, November 2026): before an answer `consent` is null. */
import type { CreateEmulator } from './emulator.js'

export const createCookiefirst: CreateEmulator = ({ kept, set, raise }) => {
  const tell = (event: string) => {
    const answer = kept.get('cookiefirst-consent')
    set('CookieFirst', { consent: answer ? { necessary: true, advertising: answer === 'yes' } : null })
    raise(event, 'window')
  }
  return {
    load: () => tell('cf_init'),
    choose(choice) {
      kept.set('cookiefirst-consent', choice)
      tell('cf_consent')
    },
  }
}
