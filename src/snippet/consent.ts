/** May this be stored and sent yet? */
import type { Result } from './outcome.js'
import { settings } from './settings.js'

/** What keeps events from being stored and sent; nothing when nothing does. Whatever is not a yes is a no. */
export function readGate(): Result | undefined {
  const { consent } = settings
  if (!/^(not-required|granted)$/.test(consent)) return [consent === 'required' ? 'held' : 'blocked', consent]
  return
}
