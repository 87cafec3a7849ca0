/**
 * Global Privacy Control: a browser with this setting sends `Sec-GPC: 1` with every request ("Global Privacy Control",
 * 3.4). A shop that must obey it sets RINGUP_OBEY_GPC. The proxy then does not read or store events of such browsers,
 * and the browser forgets them.
 */
import type { Settings } from '../settings.js'
import type { Guard } from './context.js'

export function createPrivacyCheck({ obeyGpc }: Settings): Guard {
  return ({ request, fromServer }) =>
    obeyGpc && !fromServer && request.headers.get('sec-gpc') === '1' ? { code: 'privacy_control' } : undefined
}
