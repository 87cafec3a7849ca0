/** A sign-up from a form, or of the customer that the page names. */
import type { Problem } from '../../../contract/raw.js'
import type { Report } from '../../core/event.js'
import type { MayBeLate } from '../../core/safely.js'
import type { Snippet } from '../../core/snippet.js'
import { readForm } from './form.js'
import { withAnswer } from './function.js'
import { gather } from './gather-order.js'

export function gatherSignUp(snippet: Snippet, list: string, form: unknown, signature: unknown): MayBeLate<Report> {
  if (form instanceof HTMLFormElement) return { raw: { form: readForm(form) }, signature }
  const problems: Problem[] = []
  return withAnswer(snippet.settings, { kind: 'addToList', list }, problems, (answer) => {
    // Only the e-mail, because the other fields of an order do not belong on a list.
    const raw = answer ? { passed: [{ email: answer.email }] } : gather(snippet).raw
    return { raw: { ...raw, problems }, signature }
  })
}
