/** One sign-up: form or caller → said → outbox. */
import type { Problem, Said } from '../../contract/said.js'
import { isFields, toFields } from '../fields.js'
import { readForm } from '../gather/form.js'
import { withAnswer } from '../gather/function.js'
import { gather } from '../gather/index.js'
import { toPlainFields } from '../gather/plain.js'
import { whenWhole } from '../lacking.js'
import { readPage, type Snippet } from '../snippet.js'
import type { Contact } from './contact.js'
import { toSignature } from './convert.js'
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
  return report(snippet, { kind: 'addToList', list, at, callback }, () => {
    if (typeof list !== 'string') return 'no_list'
    const signed = toSignature(snippet.settings, [toFields(options)])
    const toStatement = (said: Said, problems: Problem[]): Statement => ({
      said,
      ...signed,
      problems: [...problems, ...signed.problems],
    })
    if (contact instanceof HTMLFormElement) {
      const problems: Problem[] = []
      if (RINGUP_FORMS) return toStatement({ form: readForm(contact, problems) }, problems)
      const readLater = () => toStatement({ form: snippet.rest?.readForm(contact, problems) ?? [] }, problems)
      return whenWhole(snippet, true, readLater)
    }
    if (contact) return { ...toStatement(toContact(contact), []), ...(isFields(contact) && { passed: contact }) }
    // The e-mail only: nothing else of an order belongs on a list.
    return withAnswer(snippet.settings, { kind: 'addToList', list }, ({ given, problems }) =>
      toStatement(given ? toContact({ email: given.email }) : readCustomer(snippet), problems),
    )
  })
}

function toContact(contact: object): Said {
  const unreadable: string[] = []
  const passed = [{ ...toPlainFields(contact, unreadable, () => false) }]
  return { passed, ...(unreadable.length > 0 && { unreadable }) }
}

function readCustomer(snippet: Snippet): Said {
  const { emails = [] } = gather(readPage(snippet)).said
  return { emails }
}
