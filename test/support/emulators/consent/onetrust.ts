/** OneTrust, as its events guide describes it (developer.onetrust.com, November 2026): the event comes at each load too. */
import type { CreateEmulator } from './emulator.js'

export const createOnetrust: CreateEmulator = ({ kept, set, raise }) => {
  const tell = () => {
    set('OnetrustActiveGroups', kept.get('OptanonConsent') === 'yes' ? ',C0001,C0004,' : ',C0001,C00041,')
    raise('OneTrustGroupsUpdated', 'window')
  }
  return {
    begin: () => set('OneTrust', { geolocationResponse: {} }),
    load() {
      set('OneTrust', { IsAlertBoxClosed: () => kept.has('OptanonAlertBoxClosed') })
      tell()
    },
    choose(choice) {
      kept.set('OptanonConsent', choice)
      kept.set('OptanonAlertBoxClosed', 'now')
      tell()
    },
  }
}
