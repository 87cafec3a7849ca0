/** The customer of an event: the address that a caller passed, else that of the page. */
import type { Problem } from '../contract/raw.js'
import { type ReadEmail, readEmail } from './email.js'
import type { Fields } from './fields.js'

/** Reads the customer's address. If a passed one cannot be read, no other replaces it: that would be another customer. */
export function readCustomer(
  emails: readonly string[],
  passed: readonly Fields[],
  unreadable: readonly string[] = [],
): ReadEmail {
  if (unreadable.includes('email')) return readEmail([])
  const own = passed.findLast(({ email }) => email !== undefined && email !== null)?.email
  if (own === undefined) return readEmail(emails)
  return readEmail(typeof own === 'string' ? [own] : [])
}

export const toEmailField = (customer: ReadEmail): { email?: string } => ('email' in customer ? customer : {})

export const listEmailProblems = (customer: ReadEmail): Problem[] =>
  'problem' in customer ? [{ field: 'email', code: customer.problem }] : []
