/** Reads the fields of one contact from a form, or from the values that a caller passed. */
import type { ContactFields } from '../contract/contact.js'
import { MAX_ADDITIONAL_FIELDS, MAX_FIELD_NAME_LENGTH, MAX_FIELD_VALUE_LENGTH } from '../contract/limits.js'
import type { Problem } from '../contract/raw.js'
import { toWhole } from './cents.js'
import { createTable, type Fields, type ReadFields, readFields, type Source, TEXT, toResult } from './fields.js'
import { toLowerCase, toText } from './text.js'

/** Makes a reader from a function that returns `undefined` for a value it cannot read. */
const field = (toValue: (value: unknown) => unknown) => ({ read: (value: unknown) => toResult(toValue(value)) })

const CONTACT = createTable<ContactFields>({
  email: { read: () => ({ value: undefined }) }, // index.ts reads it, because it decides about the whole event
  first_name: TEXT,
  last_name: TEXT,
  phone: TEXT,
  timezone: field(toTimezone),
  age: field(toAge),
  gender: field((value) => /^m(?=(ale)?$)|^f(?=(emale)?$)/.exec(toWord(value))?.[0]),
  language: field((value) => /^[a-z]{2}(?=$|[-_])/.exec(toWord(value))?.[0]), // its first subtag
  address1: TEXT,
  address2: TEXT,
  city: TEXT,
  state: TEXT,
  postal_code: TEXT,
  country: TEXT,
  birthdate: field(toDay),
})

/** Whether the API has a field of this name. */
export const isContactField = (name: string) => CONTACT.own.has(name)

export function readContact(source: Source): ReadFields {
  const { fields, problems } = readFields([source], CONTACT)
  const limited = limitAdditional(fields)
  return { fields: limited.fields, problems: [...problems, ...limited.problems] }
}

/** Leaves out additional fields beyond the limits: the API keeps a row for each of them, in every list. The person stays. */
export function limitAdditional(contact: Fields): ReadFields {
  const fields: Fields = {}
  const problems: Problem[] = []
  let count = 0
  for (const [name, value] of Object.entries(contact)) {
    const isLong = name.length > MAX_FIELD_NAME_LENGTH || String(value).length > MAX_FIELD_VALUE_LENGTH
    if (isContactField(name)) fields[name] = value
    else if (isLong) problems.push({ field: name.slice(0, MAX_FIELD_NAME_LENGTH), code: 'too_long' })
    else if (++count > MAX_ADDITIONAL_FIELDS) problems.push({ field: name, code: 'too_many' })
    else fields[name] = value
  }
  return { fields, problems }
}

/** Cuts a text to the length of a word. No word that is known here is longer. */
const toWord = (value: unknown) => toLowerCase((toText(value) ?? '').slice(0, 64))

/** Reads a day that exists. `Date` would turn 30 February into another day. */
function toDay(value: unknown): string | undefined {
  const day = String(value)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && new Date(day).toISOString().startsWith(day) ? day : undefined
}

function toAge(value: unknown): number | undefined {
  const age = toWhole(value)
  return age !== undefined && age <= 150 ? age : undefined
}

/** Reads a time zone that `Intl` knows. The longest name of the TZ database has 32 characters. */
function toTimezone(value: unknown): string | undefined {
  const timeZone = toText(value)
  if (timeZone === undefined || timeZone.length > 64) return undefined
  try {
    new Intl.DateTimeFormat([], { timeZone })
    return timeZone
  } catch {
    return undefined // not a time zone
  }
}
