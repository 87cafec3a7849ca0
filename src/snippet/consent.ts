/** May this be stored and sent yet? */
import { settings } from './settings.js'

let decision: 'granted' | 'denied' | undefined

export function readConsent(): 'granted' | 'denied' | 'undecided' {
  return decision ?? (settings.consent === 'required' ? 'undecided' : 'granted')
}

/** Undecided again on each page, until the shop says. */
export function decide(given: unknown): void {
  decision = given === 'granted' ? given : 'denied'
}
