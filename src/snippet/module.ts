/** The module for bundlers and headless shops: the script tag's code, without side effects on import. */
import { addToList as addToListAt, convert as convertAt, type Options } from './core/call.js'
import { decide } from './core/consent.js'
import type { Contact } from './core/contact.js'
import { hasDocument } from './core/globals.js'
import { toId } from './core/id.js'
import type { Order } from './core/order.js'
import type { Callback, Outcome } from './core/outcome.js'
import { configure as configureSettings, type Settings } from './core/settings.js'
import { createSnippet, type Status } from './core/snippet.js'
import { start } from './core/start.js'
import * as rest from './rest/index.js'

export type { Problem } from '../contract/raw.js'
export type { Contact } from './core/contact.js'
export type { EventState } from './core/event.js'
export type { Cart, Item, Order } from './core/order.js'
export type { Callback, Outcome } from './core/outcome.js'
export type { Settings } from './core/settings.js'
export type { Status } from './core/snippet.js'

/** A page has one snippet, even if it imports this module twice. */
const snippet = createSnippet()

/**
 * Sets the proxy's address and other settings, and starts. Called once, before any other function. An undefined setting
 * counts as not set. Has no effect on a server.
 *
 * @example configure({ endpoint: '/ringup', convertOn: 'purchase', consent: 'required' })
 */
export function configure(settings: Partial<Settings> & { endpoint: string }): void {
  if (!hasDocument()) return
  configureSettings(snippet.settings, settings)
  if (snippet.rest) return
  snippet.rest = rest
  rest.start(snippet)
  start(snippet)
}

/**
 * Reports an order.
 *
 * @param order fields that are missing or wrong on the page, with amounts in whole cents. Without it, all fields come
 *   from the page
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
 * @param contact the API's fields and any others, or a form. Without it, the e-mail that the page knows
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
  id: toId(),
  ...call,
  status: 'rejected',
  reason: 'no_page',
  problems: [],
})

/** Sets the shopper's decision, on each page. `denied` erases waiting events permanently. */
export function consent(choice: 'granted' | 'denied'): void {
  if (hasDocument()) decide(snippet, choice)
}

/** Retries every waiting event once, now. Resolves when each has had its attempt. */
export async function flush(): Promise<void> {
  if (hasDocument()) await rest.flush(snippet)
}

/** Lists the waiting events and their state. The list is empty on a server. */
export const status = async (): Promise<Status> => rest.readStatus(snippet)
