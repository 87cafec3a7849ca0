/** What a form or a caller says of a customer → one contact with its problems. Pure. */
import type { Contact } from '../../contract/contact.js'
import { addProblem, type Problem } from '../problem.js'
import { CONTACT, readFields } from './fields.js'

/**
 * @param form the names may be those of `autocomplete`
 * @returns undefined when there is no readable e-mail; `problems` says so
 */
export function toContact(found: unknown, form: boolean, problems: Problem[]): Contact | undefined {
  const contact = readFields(found, CONTACT, [], problems, form ? '' : undefined)
  if (contact.email) return contact as Contact // field by field what the readers make of it
  return addProblem(problems, ['email'], 'no_email')
}
