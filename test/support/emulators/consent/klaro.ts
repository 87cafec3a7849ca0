/** Klaro 0.7.22 with a service "ringup": a switch of its dialog changes `consents` before anything is saved. */
import type { CreateEmulator } from './emulator.js'

export const createKlaro: CreateEmulator = ({ kept, set }) => {
  const watchers: { update(): void }[] = []
  const toConsents = () => ({ ringup: kept.get('klaro') === 'yes' })
  const manager = {
    confirmed: false,
    consents: {},
    savedConsents: {},
    watch: (watcher: { update(): void }) => watchers.push(watcher),
  }
  const notify = () => watchers.forEach((watcher) => void watcher.update())
  return {
    load() {
      Object.assign(manager, { confirmed: kept.has('klaro'), consents: toConsents(), savedConsents: toConsents() })
      set('klaro', { getManager: () => manager })
    },
    choose(choice) {
      manager.consents = { ringup: true }
      notify()
      kept.set('klaro', choice)
      Object.assign(manager, { confirmed: true, consents: toConsents(), savedConsents: toConsents() })
      notify()
    },
  }
}
