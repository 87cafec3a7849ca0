/** What a form or a caller says of a customer → one contact with its problems. Pure. */
import type { Contact } from '../../contract/contact.js'
import type { AddProblem } from '../problem.js'
import { CONTACT, type Decimal, readFields } from './fields.js'

/** @param form anything when the names may be those of `autocomplete` */
export function toContact(found: Record<string, unknown>, addProblem: AddProblem, form?: Decimal): Contact {
  return readFields(found, CONTACT, '', addProblem, form) as Contact // field by field what the readers make of it
}
