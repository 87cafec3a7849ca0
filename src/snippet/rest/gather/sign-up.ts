/** A sign-up from a form, or of the customer that the page names. */
import type { Problem } from '../../../contract/said.js'
import type { Statement } from '../../core/event.js'
import type { MayBeLate } from '../../core/safely.js'
import type { Snippet } from '../../core/snippet.js'
import { readForm } from './form.js'
import { withAnswer } from './function.js'
import { gather } from './index.js'
import { readPage } from './page.js'

export function gatherSignUp(
  snippet: Snippet,
  list: string,
  form: HTMLFormElement | undefined,
  person: Statement,
): MayBeLate<Statement> {
  const problems: Problem[] = []
  if (form) {
    const fields = readForm(form, problems, snippet.focused)
    const isEmptied = !fields.some(([, , , value]) => value.includes('@'))
    return { ...person, said: { form: isEmptied ? person.said.form : fields, problems } }
  }
  // Only the e-mail, because the other fields of an order do not belong on a list.
  return withAnswer(snippet.settings, { kind: 'addToList', list }, problems, (given) => {
    const customer = given ? { passed: [{ email: given.email }] } : { emails: gather(readPage(snippet)).said.emails }
    return { ...person, said: { ...customer, problems } }
  })
}
