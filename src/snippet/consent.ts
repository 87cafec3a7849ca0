/** May this be stored and sent yet? */
import { settings } from './settings.js'

/** Granted, or what keeps events from being stored and sent: `denied` for good, the others for now. */
export type Permission = 'granted' | 'denied' | 'required' | 'prerendering'

/** The shopper's decision on this page, as the shop has told it. */
let decision: 'undecided' | 'granted' | 'denied' = 'undecided'

/** Whatever is not a yes is a no. */
export function decide(choice: unknown): void {
  decision = choice === 'granted' ? 'granted' : 'denied'
}

export function readPermission(): Permission {
  if (decision === 'denied') return 'denied'
  if (decision === 'undecided' && settings.consent !== 'not-required') return 'required'
  return document.prerendering ? 'prerendering' : 'granted'
}

/** The decision, or whether one is needed. */
export const readConsent = (): string => (decision === 'undecided' ? settings.consent : decision)
