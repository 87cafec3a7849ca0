/** One sign-up: form or caller → normalise → outbox. */
import { readForm } from './adapters/form.js'
import { withAnswer } from './adapters/function.js'
import { readPage } from './adapters/index.js'
import type { Contact } from './contact.js'
import { toOneEmail, toSignature } from './convert.js'
import { toFields } from './fields.js'
import { CONTACT } from './normalise/contact.js'
import { readFields } from './normalise/read-fields.js'
import type { Callback, Outcome } from './outcome.js'
import type { Payload } from './payload.js'
import type { Problem } from './problem.js'
import { report } from './report.js'

export interface Options {
  /** Made by the shop's server for this customer and list. */
  signature?: string | undefined
}

/**
 * Adds a customer to a list.
 *
 * @param list the list's public name in the proxy's settings
 * @param contact the API's fields and any others, or a form. Without it: the e-mail the page knows
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 */
export function addToList(
  list: string,
  contact?: Contact | HTMLFormElement,
  options?: Options,
  callback?: Callback,
): Promise<Outcome> {
  return addToListAt(Date.now(), list, contact, options, callback)
}

/** The same for a call that was made at this time, by this browser's clock. */
export function addToListAt(
  at: number,
  list: string,
  contact?: Contact | HTMLFormElement,
  options?: Options,
  callback?: Callback,
): Promise<Outcome> {
  return report({ kind: 'addToList', list, at, callback }, () => {
    if (typeof list !== 'string') return 'no_list'
    const toPayload = (body: Payload['body'], problems: Problem[]): Payload => ({
      body,
      problems,
      signature: toSignature(toFields(options).signature, problems),
    })
    const problems: Problem[] = []
    if (contact) return toPayload(readContact(contact, problems), problems)
    // The e-mail only: nothing else of an order belongs on a list.
    return withAnswer({ kind: 'addToList', list }, (given, problems) =>
      toPayload(toOneEmail(given?.email, given ? undefined : readPage(), problems), problems),
    )
  })
}

function readContact(contact: Contact | HTMLFormElement, problems: Problem[]): Payload['body'] {
  if (!(contact instanceof HTMLFormElement))
    return readFields(toFields(contact), CONTACT, { is: 'caller' }, '', problems)
  const form = readForm(contact, problems)
  return readFields(form, CONTACT, { is: 'page', readDecimal: () => undefined }, '', problems)
}
