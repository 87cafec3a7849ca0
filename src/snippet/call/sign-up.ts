/** What a form, a caller, or the page says of a customer who signs up. */
import type { Problem } from '../../contract/said.js'
import { toFields } from '../fields.js'
import { readForm } from '../gather/form.js'
import { withAnswer } from '../gather/function.js'
import { gather } from '../gather/index.js'
import type { MayBeLate } from '../safely.js'
import { readPage, type Snippet } from '../snippet.js'
import type { StatementOrReason } from './report.js'

/** @param contact a form; or fields as the API names them; without it the page's customer is meant */
export function gatherSignUp(
  snippet: Snippet,
  list: unknown,
  contact?: object,
  options?: object,
): MayBeLate<StatementOrReason> {
  if (typeof list !== 'string') return 'no_list'
  const { signature } = toFields(options)
  const problems: Problem[] = []
  if (contact instanceof HTMLFormElement) return { said: { form: readForm(contact, problems), problems }, signature }
  if (contact) return { said: { passed: [toFields(contact)] }, signature }
  // The e-mail only: nothing else of an order belongs on a list.
  return withAnswer(snippet.settings, { kind: 'addToList', list }, problems, (given) => {
    const customer = given ? { passed: [{ email: given.email }] } : { emails: gather(readPage(snippet)).said.emails }
    return { said: { ...customer, problems }, signature }
  })
}
