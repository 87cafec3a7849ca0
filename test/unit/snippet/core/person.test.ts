// @vitest-environment happy-dom
/** Promise: without the rest, at least the address in a form is sent, and never a visible password. */
import { expect, test } from 'vitest'
import { readPerson } from '../../../../src/snippet/core/person.js'

const address = 'ada@example.com'

function read(fields: string) {
  document.body.innerHTML = `<form>${fields}</form>`
  return readPerson(document.forms[0] as HTMLFormElement).map(([name, , , value]) => [name, value])
}

test.each([
  ...['email', 'EMAIL', 'e-mail', 'mail', 'your-email', 'contact[email]', 'fields[email]', 'email2', 'email_address'],
  ...['emailAddress', 'mail-adresse', 'customer_email', 'mailaddr'],
])('a text field named %s has the address', (name) => {
  expect(read(`<input name="first" value="Ada"><input name="${name}" value="${address}">`)).toEqual([[name, address]])
})

test.each(['email_password', 'email-passwort', 'emailPwd', 'mail_wachtwoord', 'email_pin', 'mailpass', 'password'])(
  'a text field named %s does not, although it has an @',
  (name) => {
    expect(read(`<input name="${name}" value="p@ssword">`)).toEqual([])
  },
)

test('a field of the type email has the address under any name', () => {
  expect(read(`<input type="email" name="x" value="${address}">`)).toEqual([['x', address]])
})

test('a field without a name, or without an @, does not count', () => {
  expect(read(`<input type="email" value="${address}"><input name="email" value="none">`)).toEqual([])
})
