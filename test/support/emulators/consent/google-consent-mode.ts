/** A banner that sets Google Consent Mode v2 with gtag(), as Google's guide for one's own banner has it (November 2026). */
import type { CreateEmulator } from './emulator.js'

export const createGoogleConsentMode: CreateEmulator = ({ kept, set }) => {
  const layer: unknown[] = []
  function gtag(..._: unknown[]) {
    // biome-ignore lint/complexity/noArguments: this is the wire of gtag()
    layer.push(arguments)
  }
  const announce = () => {
    const answer = kept.get('banner')
    const value = answer === 'yes' ? 'granted' : 'denied'
    if (answer) gtag('consent', 'update', { ad_storage: value, ad_user_data: value })
    gtag('consent', 'update', { security_storage: 'granted' })
  }
  return {
    begin() {
      set('dataLayer', layer)
      gtag('consent', 'default', { ad_storage: 'denied', ad_user_data: 'denied', wait_for_update: 500 })
    },
    load: announce,
    choose(choice) {
      kept.set('banner', choice)
      announce()
    },
  }
}
