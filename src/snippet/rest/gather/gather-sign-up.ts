/** A sign-up from a form, from a passed contact with odd values, or of the customer that the page names. */
import type { Problem } from '../../../contract/raw.js'
import type { Report } from '../../core/event.js'
import { toFields } from '../../core/fields.js'
import { filter } from '../../core/filter.js'
import { type MayBeLate, safely } from '../../core/safely.js'
import type { Snippet } from '../../core/snippet.js'
import { readForm } from './form.js'
import { withAnswer } from './function.js'
import { gather, toOnOdd, toRaw } from './gather-order.js'

export function gatherSignUp(snippet: Snippet, list: string, contact: unknown, signature: unknown): MayBeLate<Report> {
  const problems: Problem[] = []
  if (contact instanceof HTMLFormElement) {
    const form = readForm(contact, problems)
    return { raw: toRaw({ form }, problems), signature }
  }
  if (contact) {
    const unreadable: string[] = []
    const passed = [safely(() => filter(toFields(contact), { onOdd: toOnOdd(unreadable) })) ?? {}]
    return { raw: toRaw({ passed }, problems, unreadable), signature }
  }
  // Only the e-mail, because the other fields of an order do not belong on a list.
  return withAnswer(snippet.settings, { kind: 'addToList', list }, problems, (answer) => {
    const raw = answer ? { passed: [filter({ email: answer.email }, {})] } : gather(snippet).raw
    return { raw: toRaw(raw, problems), signature }
  })
}
