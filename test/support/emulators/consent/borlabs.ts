/** Borlabs Cookie 3: `Consents.hasConsent()` as its own Tag Manager template calls it, and the events that integrations listen to (November 2026). */
import type { CreateEmulator } from './emulator.js'

export const createBorlabs: CreateEmulator = ({ kept, set, raise }) => ({
  load() {
    set('BorlabsCookie', {
      Consents: { hasConsent: (name: string) => name === 'ringup' && kept.get('ringup') === 'yes' },
    })
    raise('borlabs-cookie-after-init', 'window')
  },
  choose(choice) {
    kept.set('ringup', choice)
    kept.set('borlabs-cookie', '1')
    raise('borlabs-cookie-consent-saved', 'document')
  },
})
