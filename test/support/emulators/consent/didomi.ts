/** Didomi, as its web SDK's reference describes it (developers.didomi.io, November 2026). */
import type { CreateEmulator } from './emulator.js'

export const createDidomi: CreateEmulator = ({ kept, set }) => {
  const listeners: (() => void)[] = []
  const waiting: ((didomi: object) => void)[] = []
  const answer = () => kept.get('didomi_token')
  const didomi = {
    isConsentRequired: () => true,
    on: (_event: string, listener: () => void) => listeners.push(listener),
    getUserStatus: () => ({
      purposes: {
        consent: { enabled: answer() === 'yes' ? ['cookies'] : [], disabled: answer() === 'no' ? ['cookies'] : [] },
      },
    }),
  }
  return {
    begin: () => set('didomiOnReady', waiting),
    load() {
      for (const callback of waiting) callback(didomi)
      set('didomiOnReady', { push: (callback: (ready: object) => void) => callback(didomi) })
    },
    choose(choice) {
      kept.set('didomi_token', choice)
      for (const listener of listeners) listener()
    },
  }
}
