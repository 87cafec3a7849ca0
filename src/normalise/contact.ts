/** What is said of a customer → one contact. */
import type { ContactFields } from '../contract/contact.js'
import { MAX_ADDITIONAL_FIELDS, MAX_FIELD_NAME_LENGTH, MAX_FIELD_VALUE_LENGTH } from '../contract/limits.js'
import { toWhole } from './cents.js'
import { toEmail } from './email.js'
import { createTable, type Fields, type Reading, readFields, type Source, TEXT, UNREADABLE } from './fields.js'
import { toLowerCase, toText } from './text.js'

/** Makes a reader whose undefined means that the value cannot be read. */
const field = (toValue: (value: unknown) => unknown) => ({ read: (value: unknown) => toValue(value) ?? UNREADABLE })

const CONTACT = createTable<ContactFields>({
  email: { read: toEmail }, // that there is none is a problem of the whole event
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

export function readContact(source: Source, reading: Reading): Fields {
  return limitAdditional(readFields([source], CONTACT, '', reading), reading)
}

/** The API keeps a row for each additional field, for every list: what is beyond its measure is left out, and the person stays. */
export function limitAdditional(contact: Fields, { report }: Pick<Reading, 'report'>): Fields {
  const kept: Fields = {}
  let count = 0
  for (const [name, value] of Object.entries(contact)) {
    const isLong = name.length > MAX_FIELD_NAME_LENGTH || String(value).length > MAX_FIELD_VALUE_LENGTH
    if (isContactField(name)) kept[name] = value
    else if (isLong) report(name.slice(0, MAX_FIELD_NAME_LENGTH), 'too_long')
    else if (++count > MAX_ADDITIONAL_FIELDS) report(name, 'too_many')
    else kept[name] = value
  }
  return kept
}

/** Cuts a text to the length of a word: a longer one is none that is known here. */
const toWord = (value: unknown) => toLowerCase((toText(value) ?? '').slice(0, 64))

/** Reads a day that exists: 30 February would roll over to another. */
function toDay(value: unknown): string | undefined {
  const day = String(value)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && new Date(day).toISOString().startsWith(day) ? day : undefined
}

function toAge(value: unknown): number | undefined {
  const age = toWhole(value)
  return age !== undefined && age <= 150 ? age : undefined
}

/** Reads a zone that `Intl` knows; the longest of the TZ database has 32 characters. */
function toTimezone(value: unknown): string | undefined {
  const timeZone = toText(value)
  if (timeZone === undefined || timeZone.length > 64) return undefined
  try {
    new Intl.DateTimeFormat([], { timeZone })
    return timeZone
  } catch {
    return undefined // no zone
  }
}
