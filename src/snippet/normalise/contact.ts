/** What a form or a caller says of a customer → one contact with its problems. Pure. */
import type { Contact, ContactFields } from '../../contract/contact.js'
import { addProblem, type Problem } from '../problem.js'
import { type Reader, type Readers, readFields } from './fields.js'
import { toEmail, toText } from './text.js'

const toMatch =
  (pattern: RegExp): Reader =>
  (value) =>
    pattern.exec(toText(value) ?? '')?.[1]?.toLowerCase()

const READERS: Readers<ContactFields> = {
  age: (value) => {
    const age = Number(toText(value) || NaN)
    return age >= 0 && age <= 150 ? age : undefined
  },
  gender: toMatch(/^(?=(.))(m(ale)?|f(emale)?)$/i),
  language: toMatch(/^([a-z]{2})([-_]|$)/i),
  // A day that exists, as YYYY-MM-DD: 30 February would roll over to another day, and no day at all throws.
  birthdate: (value) => (new Date(`${value}T00:00Z`).toISOString().slice(0, 10) === value ? value : undefined),
  // Throws for a name it does not know.
  timezone: (value) => new Intl.DateTimeFormat('en', { timeZone: toText(value) }) && toText(value),
  email: (value) => toEmail(value) ?? '',
}

/** Undefined when there is no readable e-mail; `problems` says so. */
export function toContact(found: Record<string, unknown>, problems: Problem[]): Contact | undefined {
  const contact = readFields(found, READERS, '', problems)
  if (contact.email) return contact as Contact // field by field what the readers make of it
  return addProblem(problems, 'email', 'no_email')
}
