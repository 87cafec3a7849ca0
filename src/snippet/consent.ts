/** May this be stored and sent yet? */
import type { Result } from './outcome.js'
import { settings } from './settings.js'

declare global {
  interface Document {
    /** Where the browser has it. */
    prerendering?: boolean
  }
}

/** What keeps events from being stored and sent; nothing when nothing does. Whatever is not a yes is a no. */
export function readGate(): Result | false | undefined {
  const { consent } = settings
  if (!/^(not-required|granted)$/.test(consent)) return [consent === 'required' ? 'held' : 'blocked', consent]
  // A page that is shown to nobody yet, and perhaps never will be.
  return document.prerendering && ['held', 'prerendering']
}
