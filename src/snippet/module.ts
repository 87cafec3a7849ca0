/** For bundlers and headless shops: the same code as the script tag, without side effects on import. */
import { type Settings, configure as setUp } from './settings.js'
import { start } from './start.js'

export { addToList } from './add-to-list.js'
export { convert } from './convert.js'
export type { Order } from './order.js'
export type { Callback, Outcome } from './outcome.js'
export type { Problem } from './problem.js'
export type { Settings } from './settings.js'

let started = false

/**
 * Says where the proxy listens, and what else is not as by default; then starts. Once, before the first call.
 * Does nothing where there is no window, so that it may run on a server.
 */
export function configure(settings: Partial<Settings> & { endpoint: string }): void {
  if (typeof window === 'undefined') return
  setUp(settings)
  if (!started) start()
  started = true
}
