/** May an event be stored and sent yet? */

/** `granted`, or the reason why events are not stored and sent: `denied` permanently, the others for now. */
export type Permission = 'granted' | 'denied' | 'required' | 'prerendering'

/** The shopper's decision on this page. */
export interface Consent {
  settings: { consent: unknown }
  /** The answer that the shop or its consent platform has given. */
  decision?: 'granted' | 'denied'
}

/** The decision, or whether one is needed. */
export function readState({ settings, decision }: Consent): 'granted' | 'denied' | 'required' | 'not-required' {
  return decision ?? (settings.consent === 'not-required' ? 'not-required' : 'required')
}

export function readPermission(consent: Consent): Permission {
  const state = readState(consent)
  if (state === 'denied' || state === 'required') return state
  return document.prerendering ? 'prerendering' : 'granted'
}
