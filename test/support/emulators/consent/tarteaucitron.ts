/** tarteaucitron 1.34 with a service "ringup"; it says "loaded" before its state does. */
import type { CreateEmulator } from './emulator.js'

export const createTarteaucitron: CreateEmulator = ({ kept, set, raise }) => {
  const state: Record<string, boolean> = {}
  const keep = (answer: string) => {
    if (answer === 'yes' && state.ringup === undefined) raise('ringup_loaded', 'document')
    state.ringup = answer === 'yes'
  }
  return {
    load() {
      set('tarteaucitron', { state })
      const answer = kept.get('tarteaucitron')
      if (answer) keep(answer)
      raise('ringup_added', 'document')
    },
    choose(choice) {
      kept.set('tarteaucitron', choice)
      keep(choice)
      raise(choice === 'yes' ? 'ringup_allowed' : 'ringup_disallowed', 'document')
    },
  }
}
