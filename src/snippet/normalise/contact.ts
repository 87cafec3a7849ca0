/** What is said of a customer → one contact with its problems. */
import type { ContactFields } from '../../contract/contact.js'
import type { Fields } from '../fields.js'
import type { Problem, Reading } from '../problem.js'
import { toWhole } from './cents.js'
import { createTable, readFields } from './read-fields.js'
import { NOTHING, toReading } from './reading.js'
import { toEmail, toLowerCase, toText } from './text.js'

const text = { read: toText }

const CONTACT = createTable<ContactFields>({
  email: { read: toEmailOrNothing },
  first_name: text,
  last_name: text,
  phone: text,
  timezone: { read: toTimezone },
  age: { read: toAge },
  gender: { read: toGender },
  language: { read: toLanguage },
  address1: text,
  address2: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
  birthdate: { read: toDay },
})

const GENDERS = new Map([
  ['m', 'm'],
  ['male', 'm'],
  ['f', 'f'],
  ['female', 'f'],
])

/** Every field the API knows; any other is a custom one. */
export const CONTACT_NAMES = CONTACT.known.cents

export function toContact(source: Fields, problems: Problem[]): Fields {
  return readFields(source, CONTACT, { unit: 'cents' }, '', problems)
}

function toGender(value: unknown): Reading<string> {
  return toMapped(value, (text) => GENDERS.get(text))
}

/** That there is none is one problem for the whole event, whatever stood there. */
function toEmailOrNothing(value: unknown): Reading<string | undefined> {
  const reading = toEmail(value)
  return 'value' in reading ? reading : NOTHING
}

/** The first subtag, two letters. */
function toLanguage(value: unknown): Reading<string> {
  return toMapped(value, (text) => /^[a-z]{2}(?=$|[-_])/.exec(text)?.[0])
}

/** A day that exists: 30 February would roll over to another, and no day at all throws, which is unreadable. */
function toDay(value: unknown): Reading<string> {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  return toReading(isDay && new Date(value).toISOString().startsWith(value) ? value : undefined)
}

function toAge(value: unknown): Reading<number> {
  const age = toWhole(value)
  return toReading(age !== undefined && age <= 150 ? age : undefined)
}

/** One that the browser knows; for any other it throws. */
function toTimezone(value: unknown): Reading<string> {
  const reading = toText(value)
  if ('value' in reading) new Intl.DateTimeFormat([], { timeZone: reading.value })
  return reading
}

function toMapped(value: unknown, map: (text: string) => string | undefined): Reading<string> {
  const reading = toText(value)
  return 'value' in reading ? toReading(map(toLowerCase(reading.value))) : reading
}
