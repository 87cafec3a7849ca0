/** For bundlers and headless shops: the same code as the script tag, without side effects on import. */
import { hasDocument } from './globals.js'
import * as outbox from './outbox.js'
import { configure as configureSettings, type Settings } from './settings.js'
import { start } from './start.js'

export { addToList } from './add-to-list.js'
export type { Contact } from './contact.js'
export { convert } from './convert.js'
export type { Cart, Item, Order } from './order.js'
export type { Callback, Outcome, Status } from './outcome.js'
export type { Problem, ProblemCode } from './problem.js'
export type { Settings } from './settings.js'

let hasStarted = false

/**
 * Says where the proxy listens, and what else is not as by default; then starts. Once, before the first call.
 * What is undefined counts as not said. Does nothing on a server.
 */
export function configure(settings: Partial<Settings> & { endpoint: string }): void {
  if (!hasDocument()) return
  configureSettings(settings)
  if (!hasStarted) start()
  hasStarted = true
}

/** The shopper's decision, on each page: `denied` erases what waits and what is remembered of orders, for good. */
export function consent(choice: 'granted' | 'denied'): void {
  if (hasDocument()) outbox.consent(choice)
}

/** Tries all that waits once, now. Settles when each has had its attempt. */
export async function flush(): Promise<void> {
  if (hasDocument()) await outbox.flush()
}

/** What waits, and how it stands; on a server nothing does. */
export const status = outbox.status
