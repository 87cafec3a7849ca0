/** What is said of a customer → one contact with its problems. */
import type { ContactFields } from '../../contract/contact.js'
import { toWhole } from './cents.js'
import { createTable } from './read-fields.js'
import { toEmail, toLowerCase, toText } from './text.js'

const text = (...names: string[]) => ({ read: toText, names })

/**
 * The names are those of forms: what `autocomplete` calls the API's fields (HTML standard, "autofill field"), and what
 * the embedded forms of Mailchimp call a person's names.
 */
export const CONTACT = createTable<ContactFields>({
  email: { read: (value) => toEmail(value) ?? '' }, // that there is none is a problem of the whole event
  first_name: text('given-name', 'FNAME'),
  last_name: text('family-name', 'LNAME'),
  phone: text('tel'),
  timezone: { read: toTimezone },
  age: { read: toAge },
  gender: { read: (value) => /^m(?=(ale)?$)|^f(?=(emale)?$)/.exec(toWord(value))?.[0], names: ['sex'] },
  language: { read: (value) => /^[a-z]{2}(?=$|[-_])/.exec(toWord(value))?.[0] }, // its first subtag
  address1: text('address-line1'),
  address2: text('address-line2'),
  city: text('address-level2'),
  state: text('address-level1'),
  postal_code: text('postal-code'),
  country: text(),
  birthdate: { read: toDay, names: ['bday'] },
})

const toWord = (value: unknown) => toLowerCase(toText(value) ?? '')

/** A day that exists: 30 February would roll over to another, and no day at all throws, which is unreadable. */
function toDay(value: unknown): string | undefined {
  const day = String(value)
  return /^\d{4}-\d\d-\d\d$/.test(day) && new Date(day).toISOString().startsWith(day) ? day : undefined
}

function toAge(value: unknown): number | undefined {
  const age = toWhole(value)
  return age !== undefined && age <= 150 ? age : undefined
}

/** One that the browser knows; any other throws, which is unreadable. */
function toTimezone(value: unknown): string | undefined {
  const timeZone = toText(value)
  return timeZone && new Intl.DateTimeFormat([], { timeZone }) && timeZone
}
