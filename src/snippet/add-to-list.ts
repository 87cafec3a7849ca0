/** One sign-up: form or caller → normalise → outbox. */
import { readEmail } from './adapters/data-layer.js'
import { readForm } from './adapters/form.js'
import { toContact } from './normalise/contact.js'
import { isObject } from './normalise/fields.js'
import type { Callback, Outcome } from './outcome.js'
import { addProblem } from './problem.js'
import { report } from './report.js'

/**
 * Adds a customer to a list.
 *
 * @param list the list's public name in the proxy's settings
 * @param contact the API's fields and any others, or a form. Without it: the e-mail the page knows
 * @param _options reserved for the signature
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 */
export function addToList(
  list: string,
  contact?: Record<string, unknown> | HTMLFormElement,
  _options?: object,
  callback?: Callback,
): Promise<Outcome> {
  return report(
    { kind: 'addToList', list },
    (problems) => {
      if (typeof list !== 'string') return addProblem(problems, 'list', 'unreadable')
      const found = contact instanceof HTMLFormElement ? readForm(contact) : contact
      return toContact(isObject(found) ? found : { email: readEmail() }, problems)
    },
    callback,
  )
}
