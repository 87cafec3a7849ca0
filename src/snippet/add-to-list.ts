/** One sign-up: form or caller → normalise → outbox. */
import { readEmail } from './adapters/email.js'
import { readForm } from './adapters/form.js'
import { CONTACT, readFields } from './normalise/fields.js'
import type { Callback, Outcome } from './outcome.js'
import { report } from './report.js'

/**
 * Adds a customer to a list.
 *
 * @param list the list's public name in the proxy's settings
 * @param contact the API's fields and any others, or a form. Without it: the e-mail the page knows
 * @param options `signature`: made by the shop's server for this customer and list
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 */
export function addToList(
  list: string,
  contact?: Record<string, unknown> | HTMLFormElement,
  options?: { signature?: string | undefined },
  callback?: Callback,
): Promise<Outcome> {
  return report(
    'addToList',
    options,
    callback,
    (addProblem, given) => {
      const form = (contact as HTMLFormElement | undefined)?.elements?.item && String
      const found = form ? readForm(contact as HTMLFormElement) : (contact ?? { email: readEmail(false, given?.email) })
      return readFields(found as Record<string, unknown>, CONTACT, '', addProblem, form)
    },
    list,
  )
}
