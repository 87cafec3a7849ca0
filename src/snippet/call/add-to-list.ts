/** One sign-up: form or caller → said → outbox. */
import type { Problem } from '../../contract/said.js'
import { toFields } from '../fields.js'
import { readForm } from '../gather/form.js'
import { withAnswer } from '../gather/function.js'
import { gather } from '../gather/index.js'
import { whenWhole } from '../lacking.js'
import { readPage, type Snippet } from '../snippet.js'
import type { Contact } from './contact.js'
import type { Callback, Outcome } from './outcome.js'
import { report, type Statement } from './report.js'

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
  return report(snippet, { kind: 'addToList', list, at, passed: contact, callback }, () => {
    if (typeof list !== 'string') return 'no_list'
    const { signature } = toFields(options)
    const problems: Problem[] = []
    if (contact instanceof HTMLFormElement) {
      const toStatement = (read: typeof readForm | undefined): Statement => ({
        said: { form: read?.(contact, problems), problems },
        signature,
      })
      if (RINGUP_FORMS) return toStatement(readForm)
      return whenWhole(snippet, true, () => toStatement(snippet.rest?.readForm))
    }
    if (contact) return { said: { passed: [toFields(contact)] }, signature }
    // The e-mail only: nothing else of an order belongs on a list.
    return withAnswer(snippet.settings, { kind: 'addToList', list }, problems, (given) => {
      const customer = given ? { passed: [{ email: given.email }] } : { emails: gather(readPage(snippet)).said.emails }
      return { said: { ...customer, problems }, signature }
    })
  })
}
