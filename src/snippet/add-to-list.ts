/** One sign-up: form or caller → normalise → outbox. */
import { readEmail } from './adapters/email.js'
import { readForm } from './adapters/form.js'
import { askShop } from './adapters/function.js'
import { readPage } from './adapters/index.js'
import type { Contact } from './contact.js'
import { toFields } from './fields.js'
import { toContact } from './normalise/contact.js'
import { toEmail } from './normalise/text.js'
import type { Order } from './order.js'
import type { Callback, Outcome } from './outcome.js'
import type { Payload } from './payload.js'
import type { Problem, Reading } from './problem.js'
import { report } from './report.js'
import { settings } from './settings.js'

export type AddToListArguments = Parameters<typeof addToList>

interface Options {
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
    if (typeof list !== 'string') return { problem: 'no_list' }
    const signature = options?.signature ?? settings.signature
    const take = (body: Payload['body'], problems: Problem[] = []): Reading<Payload> => ({
      value: { body, problems, signature },
    })
    if (contact) return take(...readContact(contact))
    const { adapter } = settings
    if (typeof adapter !== 'function') return take(toBody(readEmail(readPage())))
    const answer = askShop(adapter, { kind: 'addToList', list })
    return 'then' in answer ? answer.then((each) => take(...toAnswered(each))) : take(...toAnswered(answer))
  })
}

type Body = [body: Payload['body'], problems: Problem[]]

function readContact(contact: Contact | HTMLFormElement): Body {
  const problems: Problem[] = []
  const found = contact instanceof HTMLFormElement ? readForm(contact, problems) : toFields(contact)
  return [toContact(found, problems), problems]
}

/** The e-mail only: nothing else of an order belongs on a list. */
function toAnswered(answer: Reading<Order>): Body {
  if ('problem' in answer) return [toBody(readEmail({})), [{ field: 'adapter', code: answer.problem }]]
  const { email } = answer.value
  return [toBody(email === undefined || email === null ? readEmail({}) : toEmail(email)), []]
}

const toBody = (reading: Reading<string | undefined>): Payload['body'] =>
  'value' in reading && reading.value !== undefined ? { email: reading.value } : {}
