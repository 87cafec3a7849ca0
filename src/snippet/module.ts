/** The module for bundlers and headless shops: the script tag's code, without side effects on import. */
import { addToList as addToListAt, type Options } from './call/add-to-list.js'
import type { Contact } from './call/contact.js'
import { convert as convertAt } from './call/convert.js'
import type { Order } from './call/order.js'
import type { Callback, Outcome } from './call/outcome.js'
import { hasDocument } from './globals.js'
import { toId } from './keep/id.js'
import * as outbox from './keep/outbox.js'
import { configure as configureSettings, type Settings } from './settings.js'
import { createSnippet } from './snippet.js'
import { start, startHearingConsent } from './start.js'

export type { Problem } from '../contract/said.js'
export type { Contact } from './call/contact.js'
export type { Cart, Item, Order } from './call/order.js'
export type { Callback, Outcome } from './call/outcome.js'
export type { Status } from './keep/event.js'
export type { OutboxStatus } from './keep/outbox.js'
export type { Settings } from './settings.js'

/** A page has one: whoever imports this module twice has the same. */
const snippet = createSnippet()
let hasStarted = false

/**
 * Says where the proxy listens, and what else is not as by default; then starts. Once, before the first call.
 * What is undefined counts as not said. Does nothing on a server.
 *
 * @example
 * configure({ endpoint: '/ringup', convertOn: 'purchase', consent: 'required' })
 */
export function configure(settings: Partial<Settings> & { endpoint: string }): void {
  if (!hasDocument()) return
  configureSettings(snippet.settings, settings)
  if (hasStarted) return
  startHearingConsent(snippet)
  start(snippet)
  hasStarted = true
}

/**
 * Reports an order.
 *
 * @param order what the page does not say, or says wrongly; amounts in whole cents. Without it: everything from the page
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 * @example
 * const { status } = await convert({ email: 'you@example.com', cart_data: { order_number: '1001', cart_value: 5880 } })
 */
export function convert(order?: Order, callback?: Callback): Promise<Outcome> {
  if (!hasDocument()) return reject({ kind: 'convert' })
  return convertAt(snippet, Date.now(), order, callback)
}

/**
 * Adds a customer to a list.
 *
 * @param list the list's public name in the proxy's settings
 * @param contact the API's fields and any others, or a form. Without it: the e-mail the page knows
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 * @example
 * await addToList('newsletter', { email: 'you@example.com', first_name: 'You' })
 */
export function addToList(
  list: string,
  contact?: Contact | HTMLFormElement,
  options?: Options,
  callback?: Callback,
): Promise<Outcome> {
  if (!hasDocument()) return reject({ kind: 'addToList', list })
  return addToListAt(snippet, Date.now(), list, contact, options, callback)
}

const reject = async (call: Pick<Outcome, 'kind' | 'list'>): Promise<Outcome> => ({
  ...{ id: toId(), ...call },
  ...{ status: 'rejected', reason: 'no_page', problems: [] },
})

/** The shopper's decision, on each page: `denied` erases what waits and what is remembered of orders, for good. */
export function consent(choice: 'granted' | 'denied'): void {
  if (hasDocument()) outbox.consent(snippet.outbox, choice)
}

/** Tries all that waits once, now. Settles when each has had its attempt. */
export async function flush(): Promise<void> {
  if (hasDocument()) await outbox.flush(snippet.outbox)
}

/** What waits, and how it stands; on a server nothing does. */
export const status = (): outbox.OutboxStatus => outbox.readStatus(snippet.outbox)
