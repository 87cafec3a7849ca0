/** What a form or a caller says of a customer → one contact with its problems. Pure. */
import type { Contact } from '../../contract/contact.js'
import type { AddProblem } from '../problem.js'
import { CONTACT, readFields } from './fields.js'

/** @param form any text when the names may be those of `autocomplete` */
export function toContact(found: Record<string, unknown>, addProblem: AddProblem, form?: string): Contact {
  return readFields(found, CONTACT, '', addProblem, form) as Contact // field by field what the readers make of it
}
