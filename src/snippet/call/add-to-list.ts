/** One sign-up: form or caller → said → outbox. */
import { whenWhole } from '../lacking.js'
import type { Snippet } from '../snippet.js'
import type { Contact } from './contact.js'
import type { Callback, Outcome } from './outcome.js'
import { report } from './report.js'
import { gatherSignUp } from './sign-up.js'

export interface Options {
  /** Made by the shop's server for this customer and list. */
  signature?: string | undefined
}

/** Adds a customer to a list; the call was made at this time, by this browser's clock. */
export function addToList(
  snippet: Snippet,
  at: number,
  list: string,
  contact?: Contact | HTMLFormElement,
  options?: Options,
  callback?: Callback,
): Promise<Outcome> {
  return report(snippet, { kind: 'addToList', list, at, passed: contact, callback }, () =>
    RINGUP_FORMS
      ? gatherSignUp(snippet, list, contact, options)
      : whenWhole(snippet, true, () => snippet.rest?.gatherSignUp(snippet, list, contact, options)),
  )
}
