/** Complianz 7.2.0 (cookiebanner/js/complianz.js). Until the region is known, it grants consent to every shopper. */
import type { CreateEmulator } from './emulator.js'

export const createComplianz: CreateEmulator = ({ kept, set, raise }) => {
  let type = 'other'
  const read = (category: string) => kept.get(`cmplz_${category}`) ?? ''
  return {
    begin() {
      set('cmplz_get_cookie', read)
      set('cmplz_has_consent', (category: string) =>
        type === 'optin' ? read(category) === 'allow' : read(category) !== 'deny',
      )
    },
    load() {
      type = 'optin'
      set('wp_consent_type', type)
      raise('cmplz_cookie_banner_data', 'document')
    },
    choose(choice) {
      for (const category of ['preferences', 'statistics', 'marketing']) {
        kept.set(`cmplz_${category}`, choice === 'yes' ? 'allow' : 'deny')
        raise('cmplz_status_change', 'document')
      }
    },
  }
}
