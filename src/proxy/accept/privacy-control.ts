/**
 * Global Privacy Control: a browser set to it says `Sec-GPC: 1` with every request ("Global Privacy Control", 3.4). A shop that
 * must obey it sets RINGUP_OBEY_GPC; then nothing of such a browser is read or kept, and the browser forgets its event.
 */
import type { Settings } from '../settings.js'
import type { Guard } from './context.js'

export function createPrivacyCheck({ obeyGpc }: Settings): Guard {
  return ({ request, fromServer }) =>
    obeyGpc && !fromServer && request.headers.get('sec-gpc') === '1' ? { code: 'privacy_control' } : undefined
}
