/** A form that a shopper has filled in → the API's fields, by `autocomplete` token, by the names that newsletter services use, by type. */
import type { Said } from '../../contract/said.js'
import { isContactField } from '../contact.js'
import { toEmail } from '../email.js'
import type { Fields } from '../fields.js'

/** One field that is filled in. */
type Field = NonNullable<Said['form']>[number]

/** What the tokens of `autocomplete` are to the API (HTML standard, "autofill field"). */
const TOKENS: Record<string, string> = {
  email: 'email',
  'given-name': 'first_name',
  'family-name': 'last_name',
  tel: 'phone',
  bday: 'birthdate',
  sex: 'gender',
  language: 'language',
  'address-line1': 'address1',
  'address-line2': 'address2',
  'address-level2': 'city',
  'address-level1': 'state',
  'postal-code': 'postal_code',
  country: 'country',
}

/**
 * What the forms of newsletter services call the same, in small letters without signs: Mailchimp (FNAME, ADDRESS[addr1]), Brevo
 * (FIRSTNAME, VORNAME, PRENOM), Zoho (CONTACT_EMAIL), HubSpot (firstname, zip), Kit (email_address, fields[first_name]), MailerLite
 * (fields[last_name]), ActiveCampaign, rapidmail, The Newsletter Plugin (ne, nn, ns), Contact Form 7 (your-email).
 */
const NAMES: Record<string, string> = {
  email: 'email',
  contactemail: 'email',
  emailaddress: 'email',
  youremail: 'email',
  ne: 'email',
  fname: 'first_name',
  firstname: 'first_name',
  nn: 'first_name',
  vorname: 'first_name',
  prenom: 'first_name',
  lname: 'last_name',
  lastname: 'last_name',
  ns: 'last_name',
  nachname: 'last_name',
  phone: 'phone',
  mobilephone: 'phone',
  addr1: 'address1',
  addr2: 'address2',
  city: 'city',
  state: 'state',
  zip: 'postal_code',
  country: 'country',
}

/** The longest name that is looked up. */
const MAX_NAME = 64

/**
 * Names each field; of several that are one of the API's the first counts, and the e-mail that says so in its name or token before
 * another of that type, and before the only address in another field. Several values of one additional name are joined.
 */
export function readForm(form: readonly Field[]): Fields {
  const fields: Fields = {}
  const email = form.find(isEmail) ?? form.find(([, , type]) => type === 'email') ?? findAddress(form)
  if (email) fields.email = email[3]
  for (const field of form) {
    const [name, , type, value] = field
    if (type === 'email' && field !== email && toName(field) === undefined) continue // a second time the same, mostly
    const known = toName(field)
    if (known !== undefined) fields[known] ??= value
    else if (field !== email) fields[name] = Object.hasOwn(fields, name) ? `${fields[name]}, ${value}` : value
  }
  return fields
}

/** Finds the only field that has an address: with two, nobody can say which is the shopper's. */
function findAddress(form: readonly Field[]): Field | undefined {
  const [only, ...others] = form.filter(([, , , value]) => toEmail(value) !== undefined)
  return others.length > 0 ? undefined : only
}

const isEmail = (field: Field) => toName(field) === 'email'

/** The API's name of the field; undefined where it is one of the shop's own. */
function toName([name, autocomplete]: Field): string | undefined {
  const tokens = autocomplete.toLowerCase().slice(0, 200).split(/\s+/)
  const token = tokens.find((each) => Object.hasOwn(TOKENS, each))
  if (token !== undefined) return TOKENS[token]
  if (isContactField(name)) return name
  const word = toLastPart(name.slice(0, MAX_NAME))
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
  return Object.hasOwn(NAMES, word) ? NAMES[word] : undefined
}

/** `fields[last_name]` is last_name, and `0-1/firstname` is firstname. */
function toLastPart(name: string): string {
  const start = name.lastIndexOf('[')
  return start > 0 && name.endsWith(']') ? name.slice(start + 1, -1) : name.slice(name.lastIndexOf('/') + 1)
}
