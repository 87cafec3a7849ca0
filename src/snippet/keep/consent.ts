/** May this be stored and sent yet? */

/** Granted, or what keeps events from being stored and sent: `denied` for good, the others for now. */
export type Permission = 'granted' | 'denied' | 'required' | 'prerendering'

/** The shopper's decision on this page, as the shop or its consent platform has told it. */
export interface Consent {
  settings: { consent: unknown }
  decision: 'undecided' | 'granted' | 'denied'
}

export const createConsent = (settings: Consent['settings']): Consent => ({ settings, decision: 'undecided' })

/** Whatever is not a yes is a no. */
export function decide(consent: Consent, choice: unknown): void {
  consent.decision = choice === 'granted' ? 'granted' : 'denied'
}

export function readPermission({ settings, decision }: Consent): Permission {
  if (decision === 'denied') return 'denied'
  if (decision === 'undecided' && settings.consent !== 'not-required') return 'required'
  return document.prerendering ? 'prerendering' : 'granted'
}

/** The decision, or whether one is needed. */
export function readState({ settings, decision }: Consent): 'granted' | 'denied' | 'required' | 'not-required' {
  if (decision !== 'undecided') return decision
  return settings.consent === 'not-required' ? 'not-required' : 'required'
}
