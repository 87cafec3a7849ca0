/** May this be stored and sent yet? */

/** Granted, or what keeps events from being stored and sent: `denied` for good, the others for now. */
export type Permission = 'granted' | 'denied' | 'required' | 'prerendering'

/** What is known of the shopper's decision on this page. */
export interface Consent {
  settings: { consent: unknown }
  /** What the shop or its consent platform has told. */
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
