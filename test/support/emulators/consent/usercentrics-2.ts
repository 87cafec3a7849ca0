/** Usercentrics V2, as walkerOS's adapter documents its getter and its events (August 2026). */
import type { CreateEmulator } from './emulator.js'

export const createUsercentrics2: CreateEmulator = ({ kept, set, raise }) => {
  const toService = (categorySlug: string, status: boolean) => {
    const page = { type: 'implicit', status: false }
    const history = kept.has('uc_settings') ? [page, { type: 'explicit', status }] : [page]
    return { categorySlug, consent: { status, history } }
  }
  const getServicesBaseInfo = () => {
    const isYes = kept.get('uc_settings') === 'yes'
    return [toService('essential', true), toService('marketing', isYes), toService('marketing', isYes)]
  }
  return {
    load() {
      set('UC_UI', { isInitialized: () => true, getServicesBaseInfo })
      raise('UC_UI_INITIALIZED', 'window')
    },
    choose(choice) {
      kept.set('uc_settings', choice)
      raise('UC_UI_CMP_EVENT', 'window')
    },
  }
}
