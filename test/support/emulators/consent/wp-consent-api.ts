/**
 * The plug-in WP Consent API 1.0.8 (assets/js/wp-consent-api.js), with a banner that sets the type when it has loaded. Without a banner
 * the plug-in grants consent to every shopper.
 */
import type { CreateEmulator } from './emulator.js'

export const createWpConsentApi: CreateEmulator = ({ kept, set, raise }) => {
  let type = ''
  const read = (name: string) => kept.get(name) ?? ''
  return {
    begin() {
      set('wp_fallback_consent_type', '')
      set('consent_api_get_cookie', read)
      set('wp_has_consent', (category: string) => !type || read(`wp_consent_${category}`) === 'allow')
    },
    load() {
      type = 'optin'
      set('wp_consent_type', type)
      raise('wp_consent_type_defined', 'document')
    },
    choose(choice) {
      kept.set('wp_consent_marketing', choice === 'yes' ? 'allow' : 'deny')
      raise('wp_listen_for_consent_change', 'document')
    },
  }
}
