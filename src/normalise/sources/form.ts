/** Reads a form that a shopper has filled in, by `autocomplete` token, by the names that newsletter services use, and by type. */
import { toEmail } from '../../contract/email.js'
import { EMAIL_NAMES } from '../../contract/names.js'
import type { Raw } from '../../contract/raw.js'
import { isContactField } from '../contact.js'
import type { Fields } from '../fields.js'

/** One field with its value. */
type Field = NonNullable<Raw['form']>[number]

/** The API's fields by `autocomplete` token (HTML standard, "autofill field"). */
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
 * The names in the forms of newsletter services, in small ASCII letters. Mailchimp, MailWizz: FNAME, ADDRESS[addr1]. Brevo, by the
 * account's language: FIRSTNAME, VORNAME, PRENOM, NOMBRE, NOME. HubSpot: firstname, zip. MailerLite, Kit: fields[last_name].
 * The Newsletter Plugin: ne, nn, ns.
 */
const NAMES = new Map<string, string>([
  ...toRows('email', [...EMAIL_NAMES.filter((name) => name.includes('mail')), 'ne']),
  ...toRows('first_name', ['fname', 'firstname', 'givenname', 'forename', 'nn']),
  ...toRows('first_name', ['vorname', 'prenom', 'nombre', 'nome', 'voornaam', 'imie', 'fornavn', 'fornamn']),
  ...toRows('last_name', ['lname', 'lastname', 'surname', 'familyname', 'ns']),
  ...toRows('last_name', [
    'nachname',
    'nom',
    'nomdefamille',
    'apellido',
    'apellidos',
    'cognome',
    'sobrenome',
    'apelido',
  ]),
  ...toRows('last_name', ['achternaam', 'nazwisko', 'etternavn', 'efternavn', 'efternamn']),
  ...toRows('phone', ['phone', 'phone1', 'mobilephone', 'telefon', 'telephone', 'telefono']),
  ...toRows('address1', ['addr1', 'streetaddress1']),
  ...toRows('address2', ['addr2', 'streetaddress2']),
  ...toRows('city', ['city']),
  ...toRows('state', ['state']),
  ...toRows('postal_code', ['zip', 'postalcode', 'zipcode']),
  ...toRows('country', ['country']),
])

function toRows(field: string, names: readonly string[]): [name: string, field: string][] {
  return names.map((name) => [toLetters(name), field])
}

/** Words before a name: Keap (inf_field_Email), iContact (fields_email), Zoho (CONTACT_EMAIL), Contact Form 7 (your-email). */
const PREFIX = /^(?:inffield|fields|contact\d?|your)/

/** The longest name that is looked up. */
const MAX_NAME = 64

/**
 * Names each field. If several fields are one field of the API, the first counts. The e-mail is the field of that name or token, else
 * the first of that type, else the only address in another field. Several values of one additional name are joined.
 */
export function readForm(form: readonly Field[]): Fields {
  const fields: Fields = {}
  const email = form.find(isEmail) ?? form.find(([, , type]) => type === 'email') ?? findAddress(form)
  if (email) fields.email = email[3]
  for (const field of form) {
    const [name, , type, value] = field
    if (type === 'email' && field !== email && toName(field) === undefined) continue // mostly the address typed again
    const known = toName(field)
    if (known !== undefined) fields[known] ??= value
    else if (field !== email) fields[name] = Object.hasOwn(fields, name) ? `${fields[name]}, ${value}` : value
  }
  return fields
}

/** Finds the only field that has an address. With two, the shopper's own is not known. */
function findAddress(form: readonly Field[]): Field | undefined {
  const [only, ...others] = form.filter(([, , , value]) => toEmail(value) !== undefined)
  return others.length > 0 ? undefined : only
}

const isEmail = (field: Field) => toName(field) === 'email'

/** Returns the API's name of the field; undefined for a field of the shop's own. */
function toName([name, autocomplete]: Field): string | undefined {
  const tokens = autocomplete.toLowerCase().slice(0, 200).split(/\s+/)
  const token = tokens.find((each) => Object.hasOwn(TOKENS, each))
  if (token !== undefined) return TOKENS[token]
  if (isContactField(name)) return name
  const word = toLetters(toLastPart(name.slice(0, MAX_NAME)))
  return NAMES.get(word) ?? NAMES.get(word.replace(PREFIX, ''))
}

/** "PRÉNOM" is "prenom". */
function toLetters(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
}

/** `fields[last_name]` is last_name, and `0-1/firstname` is firstname. */
function toLastPart(name: string): string {
  const start = name.lastIndexOf('[')
  return start > 0 && name.endsWith(']') ? name.slice(start + 1, -1) : name.slice(name.lastIndexOf('/') + 1)
}
