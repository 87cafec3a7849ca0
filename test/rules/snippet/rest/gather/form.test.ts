// @vitest-environment happy-dom
/** Promise: a form is gathered field by field, without secrets and fields that are not submitted. */
import { expect, test, vi } from 'vitest'
import { hearChange, readForm as readAll } from '../../../../../src/snippet/rest/gather/form.js'

/** Values by name. The proxy reads the other facts of a field. */
const readForm = (form: HTMLFormElement) => Object.fromEntries(readAll(form).map(([name, , , value]) => [name, value]))

function read(fields: string) {
  document.body.innerHTML = `<form>${fields}</form>`
  return readForm(document.forms[0] as HTMLFormElement)
}

test('a field has its name, its autocomplete tokens, its type and its value', () => {
  document.body.innerHTML = '<form><input name="x" autocomplete="Shipping  given-name" value="Ada"></form>'
  expect(readAll(document.forms[0] as HTMLFormElement)).toEqual([['x', 'shipping given-name', 'text', 'Ada']])
})

test.each<[string, object, string]>([
  ['<input name="email" value="a@b">', { email: 'a@b' }, 'by name'],
  ['<input name="mail" type="email" value="a@b">', { mail: 'a@b' }, 'the e-mail'],
  ['<input type="hidden" name="x" value="c@d"><input name="mail" value="a@b">', { mail: 'a@b' }, 'the one to fill in'],
  ['<input type="email" name="mail" value="a@b"><input name="trap">', { mail: 'a@b' }, 'a blank field hides no others'],
  ['<input type="tel" name="phone" value="040 1">', { phone: '040 1' }, 'by name'],
  ['<input type="tel" name="postal_code" value="10115">', { postal_code: '10115' }, 'digits are not a phone number'],
  ['<input type="tel" name="zip" value="10115">', { zip: '10115' }, 'not under the shop’s own name either'],
  ['<select name="city"><option>Rome<option selected>Oslo</select>', { city: 'Oslo' }, 'a choice'],
  ['<textarea name="note">hello</textarea>', { note: 'hello' }, 'a longer text'],
  [
    '<input type="radio" name="g" value="m"><input type="radio" name="g" value="f" checked>',
    { g: 'f' },
    'the chosen one',
  ],
  ['<input type="checkbox" name="ok" value="yes" checked>', { ok: 'yes' }, 'a box that is checked'],
])('%s is read (%s)', (fields, expected) => {
  expect(read(fields)).toEqual(expected)
})

test.each([
  ['<input type="password" name="p" value="v">', 'password'],
  ['<input type="text" name="p" autocomplete="new-password" value="v">', 'password made visible'],
  ['<input type="hidden" name="token" value="v">', 'hidden'],
  ['<input type="file" name="f">', 'file'],
  ['<input value="v">', 'unnamed'],
  ['<input name="" autocomplete="email" value="a@b">', 'blank name'],
  ['<input name="c" autocomplete="cc-number" value="4111">', 'card'],
  ['<input name="cc-number" value="4111">', 'card by name'],
  ['<input name="x" value="v" disabled>', 'disabled'],
  ['<input type="checkbox" name="ok" value="yes">', 'box not checked'],
  ['<input type="radio" name="g" value="m">', 'radio not chosen'],
  ['<button name="action" value="join">Join</button>', 'button'],
  ['<input type="submit" name="go" value="Go">', 'button'],
  ['<input name="c" autocomplete="cc-number off" value="4111">', 'card, by tokens the browser does not take'],
  ['<input name="c" autocomplete="billing CC-CSC" value="123">', 'card, in capitals'],
  ['<input name="cardNumber" value="4111">', 'card by name'],
  ['<input name="cvc" value="123">', 'card by name'],
  ['<input name="card_cvv2" value="123">', 'card by name'],
  ['<input name="iban" value="DE02 1203 0000 0000 2020 51">', 'account by name'],
  ['<input name="pin" autocomplete="one-time-code" value="123456">', 'one-time code'],
  ['<textarea name="g-recaptcha-response">v</textarea>', 'captcha'],
  ['<input name="website" tabindex="-1" value="v">', 'honeypot'],
  ['<input name="website" tabindex=" -1" value="v">', 'honeypot'],
  ['<input name="website" style="display:none" value="v">', 'honeypot'],
  ['<div aria-hidden=" TRUE"><input name="website" value="v"></div>', 'honeypot'],
  ...`password pass user_pass wachtwoord contraseña mot_de_passe user[passwort] pwd otp totp sms_code oneTimeCode pin
    ccv csc cvn cardCode card_no security_code card_exp ccNumber payment[cc_cid] billing_ccnum creditCard motdepasse
    userpwd userpass passphrase kennwort client_secret api_token csrf_token kartenpruefnummer Kartenprüfnummer`
    .split(/\s+/)
    .map((name) => [`<input name="${name}" value="v">`, 'by its name']),
  ['<div aria-hidden="true"><input name="website" value="v"></div>', 'honeypot'],
  ['<div style="display:none"><p><input name="website" value="v"></p></div>', 'honeypot in a hidden box'],
  ['<div style="visibility:hidden"><input name="website" value="v"></div>', 'honeypot out of sight'],
  ['<div style="opacity:0"><input name="website" value="v"></div>', 'honeypot without colour'],
  ['<div style="display:none"><input type="radio" name="plan" value="v" checked></div>', 'choice in a hidden box'],
])('%s is never read (%s)', (fields) => {
  expect(read(fields)).toEqual({})
})

test.each(['passport', 'compass', 'spinach', 'pink', 'card_note', 'success', 'accent', 'discount_code'])(
  '%s is not a secret',
  (name) => {
    expect(read(`<input name="${name}" value="v">`)).toEqual({ [name]: 'v' })
  },
)

test.each(['elements', 'contains', 'parentElement', 'getBoundingClientRect', 'scrollLeft'])(
  'a field with the name of a form’s own property does not hide other fields: %s',
  (name) => {
    document.body.innerHTML = `<form><input name="${name}" value="v"><input name="email" value="a@b"></form>`
    const form = document.forms[0] as HTMLFormElement
    Object.defineProperty(form, name, { value: form.elements[0] }) // happy-dom hides some of them only
    expect(readForm(form)).toEqual({ [name]: 'v', email: 'a@b' })
  },
)

test.each<[string, boolean, object, string]>([
  ['<input name="city" tabindex="-1" value="Oslo">', true, { city: 'Oslo' }, 'not reached by the keyboard'],
  ['<p aria-hidden="true"><input name="city" value="Oslo"></p>', true, { city: 'Oslo' }, 'hidden from screen readers'],
  ['<p style="display: none"><input name="city" value="Oslo"></p>', true, { city: 'Oslo' }, 'a step that is over'],
  ['<p style="display: none"><input name="city" value="Oslo"></p>', false, {}, 'never displayed'],
  ['<input name="city" tabindex="-1" value="Oslo">', false, {}, 'a program has changed it'],
])('%s, changed by an event whose trust is %j: %j (%s)', (fields, isTrusted, expected) => {
  document.body.innerHTML = `<form>${fields}</form>`
  const form = document.forms[0] as HTMLFormElement
  hearChange({ isTrusted, target: form.elements[0] } as unknown as Event)
  expect(readForm(form)).toEqual(expected)
})

test('an e-mail field without a name is read', () => {
  document.body.innerHTML = '<form><input type="email" value="ann@example.com"></form>'
  expect(readAll(document.forms[0] as HTMLFormElement)).toEqual([['', '', 'email', 'ann@example.com']])
})

test('a honeypot that a program focuses and fills in is not the address', () => {
  document.body.innerHTML = `<form>
    <input type="email" name="email" tabindex="-1" aria-hidden="true" style="opacity: 0" value="other@example.com">
    <input type="email" name="npe" required value="ann@example.com"></form>`
  expect(readForm(document.forms[0] as HTMLFormElement)).toEqual({ npe: 'ann@example.com' })
})

test('a form that the page has hidden as a whole has no honeypot', () => {
  document.body.innerHTML =
    '<main aria-hidden="true" style="display: none"><form><input name="city" value="Oslo"></form></main>'
  expect(readForm(document.forms[0] as HTMLFormElement)).toEqual({ city: 'Oslo' })
})

test.each<[string, object, string]>([
  ['<input type="email" name="x" autocomplete="new-password" value="a@b">', { x: 'a@b' }, 'by its type'],
  ['<input name="your-mail" autocomplete="one-time-code" value="a@b">', { 'your-mail': 'a@b' }, 'by its name'],
  ['<input name="x" autocomplete="new-password" value="a@b">', {}, 'it may be a password'],
  ['<input name="email_password" autocomplete="new-password" value="p@ss">', {}, 'a password'],
])('%s is %j (%s)', (fields, expected) => {
  expect(read(fields)).toEqual(expected)
})

test('a field off the screen is a honeypot', () => {
  document.body.innerHTML = '<form><input name="website" value="v"></form>'
  const form = document.forms[0] as HTMLFormElement
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(this === form ? 10 : -9999, 10, 200, 20)
  })
  expect(readForm(form)).toEqual({})
  measure.mockRestore()
})

test('fields with names of an order’s parts are the shop’s own fields', () => {
  const fields = ['items', 'products', 'customer'].map((name) => `<input name="${name}" value="v">`)
  expect(read(fields.join(''))).toEqual({ items: 'v', products: 'v', customer: 'v' })
})
