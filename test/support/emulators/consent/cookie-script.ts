/** Cookie-Script, as its pages on custom events and functions describe it (help.cookie-script.com, November 2026). */
import type { CreateEmulator } from './emulator.js'

export const createCookieScript: CreateEmulator = ({ kept, set, raise }) => {
  const currentState = () => {
    const answer = kept.get('CookieScriptConsent')
    if (answer === 'yes') return { action: 'accept', categories: ['strict', 'performance', 'targeting'] }
    return answer ? { action: 'reject', categories: [] } : { categories: [] }
  }
  return {
    load() {
      set('CookieScript', { instance: { currentState } })
      raise('CookieScriptLoaded', 'window')
    },
    choose(choice) {
      kept.set('CookieScriptConsent', choice)
      if (choice === 'yes') raise('CookieScriptAccept', 'window')
      raise(choice === 'yes' ? 'CookieScriptAcceptAll' : 'CookieScriptReject', 'window')
    },
  }
}
