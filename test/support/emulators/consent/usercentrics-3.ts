/** Usercentrics V3 (docs.usercentrics.com/cmp_v3, November 2026): its functions answer with promises, its event tells views too. */
import type { CreateEmulator } from './emulator.js'

export const createUsercentrics3: CreateEmulator = ({ kept, set, raise }) => ({
  load() {
    set('__ucCmp', {
      isInitialized: async () => true,
      getConsentDetails: async () => ({
        consent: { type: kept.has('ucData') ? 'EXPLICIT' : 'IMPLICIT' },
        categories: { marketing: { state: kept.get('ucData') === 'yes' ? 'ALL_ACCEPTED' : 'ALL_DENIED' } },
      }),
    })
    raise('UC_UI_INITIALIZED', 'window')
    if (!kept.has('ucData')) raise('UC_UI_CMP_EVENT', 'window') // CMP_SHOWN
  },
  choose(choice) {
    kept.set('ucData', choice)
    raise('UC_UI_CMP_EVENT', 'window')
  },
})
