/** Promise: a form or a caller’s values become one contact. A wrong field is left out and named, and the person stays. */
import { describe, expect, test } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'

const email = 'ada@example.com'
type Fields = Record<string, unknown>
type Field = [name: string, autocomplete: string, type: string, value: string]

const readPassed = (contact: Fields) => readRaw('addToList', { passed: [{ email, ...contact }] })
const text = (name: string, value: string, autocomplete = ''): Field => [name, autocomplete, 'text', value]
const readForm = (...form: Field[]) => readRaw('addToList', { form })

test.each<[string, unknown, string | number | undefined, string]>([
  ['gender', 'm', 'm', 'the API’s own form'],
  ['gender', 'Female', 'f', 'in words'],
  ['gender', 'male', 'm', 'in words'],
  ['gender', 'M', 'm', 'in lower case'],
  ['gender', 'fale', undefined, 'half a word'],
  ['gender', 'memale', undefined, 'two halves'],
  ['gender', 'divers', undefined, 'the API knows two'],
  ['language', 'en-GB', 'en', 'the first subtag'],
  ['language', 'DE_at', 'de', 'in lower case'],
  ['language', 'zh-Hant-TW', 'zh', 'the first of many subtags'],
  ['language', 'd', undefined, 'two letters only'],
  ['language', 'd1', undefined, 'letters only'],
  ['language', 'deu', undefined, 'two letters only'],
  ['birthdate', '1990-02-28', '1990-02-28', 'a day'],
  ['birthdate', '2000-02-29', '2000-02-29', 'a leap day'],
  ['birthdate', '1990-02-30', undefined, 'the day does not exist'],
  ['birthdate', '1900-02-29', undefined, 'not a leap year'],
  ['birthdate', '1990-13-01', undefined, 'the month does not exist'],
  ['birthdate', '1990-2-8', undefined, 'not YYYY-MM-DD'],
  ['birthdate', '1990-02-28T00:00:00Z', undefined, 'a time of day'],
  ['birthdate', '28.02.1990', undefined, 'not ISO'],
  ['birthdate', 1990, undefined, 'only a year'],
  ['age', '36', 36, 'digits as text'],
  ['age', 0, 0, 'a child'],
  ['age', 150, 150, 'the oldest'],
  ['age', 'thirty', undefined, 'no number'],
  ['age', 151, undefined, 'over the limit'],
  ['age', -1, undefined, 'not born'],
  ['age', '  ', undefined, 'blank is not zero'],
  ['timezone', 'Europe/Berlin', 'Europe/Berlin', 'of the TZ database'],
  ['timezone', ' UTC ', 'UTC', 'trimmed'],
  ['timezone', 'America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires', 'of three parts'],
  ['timezone', 'Berlin', undefined, 'Intl does not know it'],
  ['first_name', { given: 'Ada' }, undefined, 'no text'],
  ['city', ['London'], undefined, 'no text'],
])('fields with rules: %s %j is %j (%s)', (field, value, read) => {
  const { body, problems } = readPassed({ [field]: value })
  expect((body as Fields)[field]).toBe(read)
  expect(problems).toEqual(read === undefined ? [{ field, code: 'unreadable' }] : [])
})

test('every other field is text, whether the API knows it or not', () => {
  const contact = { first_name: ' Ada ', city: 'London', shoe_size: 39, points: { gold: 1 }, phone: '', note: null }
  const read = { email, first_name: 'Ada', city: 'London', shoe_size: '39', points: '{"gold":1}' }
  expect(readPassed(contact)).toEqual({ body: read, problems: [] })
})

describe('a field beyond the API’s limits is left out, and the person stays', () => {
  test.each<[string, Fields, Fields, object[]]>([
    ['a long value', { note: 'x'.repeat(1001), city: 'Oslo' }, { city: 'Oslo' }, [{ field: 'note', code: 'too_long' }]],
    ['a long name', { ['n'.repeat(65)]: 'x' }, {}, [{ field: 'n'.repeat(64), code: 'too_long' }]],
    ['the longest', { ['n'.repeat(64)]: 'x'.repeat(1000) }, { ['n'.repeat(64)]: 'x'.repeat(1000) }, []],
    ['a field of the API', { address1: 'x'.repeat(1001) }, { address1: 'x'.repeat(1001) }, []],
  ])('%s', (_what, contact, read, problems) => {
    expect(readPassed(contact)).toEqual({ body: { email, ...read }, problems })
  })

  test('the 51st additional field', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, 'x']))
    const { body, problems } = readPassed(many)
    expect([Object.keys(body).length, problems]).toEqual([51, [{ field: 'field50', code: 'too_many' }]])
  })
})

describe('a form’s field is known by token, by name, or by type', () => {
  const whole = { email, first_name: 'Ada', last_name: 'Lovelace' }
  const address = { email, address1: '12', postal_code: 'W1', phone: '1' }
  const ofHubSpot = { email, first_name: 'Ada', postal_code: 'W1', company: 'Acme' }

  test.each<[service: string, type: string, fields: Record<string, string>, contact: Fields]>([
    ['Mailchimp', 'email', { EMAIL: email, FNAME: 'Ada', LNAME: 'Lovelace' }, whole],
    ['its address', 'email', { EMAIL: email, 'ADDRESS[addr1]': '12', 'ADDRESS[zip]': 'W1', PHONE: '1' }, address],
    ['Brevo', 'text', { EMAIL: email, FIRSTNAME: 'Ada', LASTNAME: 'Lovelace' }, whole],
    ['Brevo in French', 'text', { EMAIL: email, PRENOM: 'Ada', NOM: 'Lovelace' }, whole],
    ['Brevo in French, with accents', 'text', { EMAIL: email, Prénom: 'Ada', Nom: 'Lovelace' }, whole],
    ['Brevo in Spanish', 'text', { EMAIL: email, NOMBRE: 'Ada', APELLIDOS: 'Lovelace' }, whole],
    ['Brevo in Italian', 'text', { EMAIL: email, NOME: 'Ada', COGNOME: 'Lovelace' }, whole],
    ['Brevo in German', 'text', { EMAIL: email, VORNAME: 'Ada', NACHNAME: 'Lovelace' }, whole],
    ['Brevo in Portuguese', 'text', { EMAIL: email, NOME: 'Ada', SOBRENOME: 'Lovelace' }, whole],
    ['a form in Dutch', 'text', { customer_email: email, voornaam: 'Ada', achternaam: 'Lovelace' }, whole],
    ['a form in Polish', 'text', { billing_email: email, imie: 'Ada', nazwisko: 'Lovelace' }, whole],
    ['HubSpot', 'email', { email, firstname: 'Ada', zip: 'W1', company: 'Acme' }, ofHubSpot],
    ['Kit', 'email', { email_address: email, 'fields[first_name]': 'Ada', 'fields[last_name]': 'Lovelace' }, whole],
    ['ActiveCampaign', 'text', { email, 'field[7]': 'tea' }, { email, 'field[7]': 'tea' }],
    ['CleverReach', 'text', { email, '1234567': 'tea' }, { email, '1234567': 'tea' }],
    ['rapidmail', 'text', { email, firstname: 'Ada', gender: 'female' }, { email, first_name: 'Ada', gender: 'f' }],
    ['Get a Newsletter', 'text', { email, first_name: 'Ada', last_name: 'Lovelace' }, whole],
    ['Keap', 'text', { inf_field_FirstName: 'Ada', inf_field_LastName: 'Lovelace', inf_field_Email: email }, whole],
    ['Keap’s address', 'text', { inf_field_Email: email, inf_field_StreetAddress1: '12' }, { email, address1: '12' }],
    ['Infusionsoft', 'text', { Contact0FirstName: 'Ada', Contact0LastName: 'Lovelace', Contact0Email: email }, whole],
    ['iContact', 'text', { fields_fname: 'Ada', fields_lname: 'Lovelace', fields_email: email }, whole],
    ['iContact’s form designer', 'text', { 'data[email]': email }, { email }],
    ['Mailster', 'text', { 'userdata[email]': email, 'userdata[firstname]': 'Ada' }, { email, first_name: 'Ada' }],
    ['The Newsletter Plugin', 'email', { ne: email, nn: 'Ada', ns: 'Lovelace' }, whole],
    ['Contact Form 7', 'email', { 'your-email': email, 'your-name': 'Ada' }, { email, 'your-name': 'Ada' }],
    ['Sendy', 'email', { name: 'Ada', email }, { email, name: 'Ada' }],
    ['Zoho', 'text', { CONTACT_EMAIL: email }, { email }],
  ])('%s, its e-mail in a field of the type %s', (_service, type, fields, contact) => {
    const form = Object.entries(fields).map(
      ([name, value]): Field => [name, '', value === email ? type : 'text', value],
    )
    expect(readForm(...form)).toEqual({ body: contact, problems: [] })
  })

  const own: Field = ['email', '', 'text', email]
  const choice = (value: string): Field => ['topics', '', 'checkbox', value]
  test.each<[string, Field[], Fields]>([
    ['no autocomplete', [['EMAIL', 'off', 'text', email]], { email }],
    ['MailerLite’s name', [own, ['fields[name]', 'name', 'text', 'Ada']], { email, 'fields[name]': 'Ada' }],
    ['a token', [own, ['x', 'section-a shipping given-name', 'text', 'Ada']], { email, first_name: 'Ada' }],
    ['several choices of one name', [own, choice('tea'), choice('mugs')], { email, topics: 'tea, mugs' }],
    ['the address twice', [own, ['repeat', '', 'email', 'other@example.com']], { email }],
    ['the field that says so', [['friend', '', 'email', 'x@example.com'], own], { email }],
    ['the first of one', [own, text('city', 'Oslo'), text('x', 'Rome', 'address-level2')], { email, city: 'Oslo' }],
    ['a name that reaches a prototype', [own, text('__proto__', 'x'), text('toString', 'x')], { email }],
  ])('%s', (_what, form, contact) => {
    expect(readForm(...form)).toEqual({ body: contact, problems: [] })
  })
})

test.each<[string, object, string]>([
  ['none', { form: [text('city', 'London')] }, 'no_email'],
  ['two in fields of other names', { form: [text('mine', email), text('friend', 'grace@example.com')] }, 'no_email'],
  ['a passed text that is not an address', { passed: [{ email: 'ada' }], emails: [email] }, 'no_email'],
  ['a masked address', { emails: ['a***@example.com'] }, 'masked_email'],
])('a contact needs an address: %s', (_what, said, code) => {
  const { body, problems } = readRaw('addToList', said)
  expect([body.email, problems]).toEqual([undefined, [{ field: 'email', code }]])
})
