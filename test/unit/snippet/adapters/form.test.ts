// @vitest-environment happy-dom
/** A form is read by token, then by name; secrets, cards and what is not submitted never. */
import { describe, expect, test } from 'vitest'
import { readForm } from '../../../../src/snippet/adapters/form.js'
import { CONTACT, readFields } from '../../../../src/snippet/normalise/fields.js'

function read(fields: string) {
  document.body.innerHTML = `<form>${fields}</form>`
  return readFields(readForm(document.forms[0] as HTMLFormElement), CONTACT, '', () => {}, String)
}

test.each([
  ['given-name', 'first_name'],
  ['family-name', 'last_name'],
  ['tel', 'phone'],
  ['address-line1', 'address1'],
  ['address-line2', 'address2'],
  ['address-level2', 'city'],
  ['address-level1', 'state'],
  ['postal-code', 'postal_code'],
  ['country', 'country'],
  ['section-gift shipping given-name', 'first_name'],
])('autocomplete="%s" is %s', (token, name) => {
  expect(read(`<input name="x" autocomplete="${token}" value="v">`)).toEqual({ [name]: 'v' })
})

test.each<[string, object, string]>([
  ['<input name="email" value="a@b">', { email: 'a@b' }, 'by name'],
  ['<input name="mail" type="email" value="a@b">', { email: 'a@b' }, 'the e-mail by its type'],
  [
    '<input autocomplete="email" name="mine" value="a@b"><input type="email" name="friend" value="c@d">',
    { email: 'a@b' },
    'one’s own before a friend’s',
  ],
  [
    '<input type="email" name="friend" value="c@d"><input type="email" name="email" value="a@b">',
    { email: 'a@b' },
    'the one named email, wherever it is',
  ],
  [
    '<input type="hidden" name="email" value="c@d"><input type="email" name="mail" value="a@b">',
    { email: 'a@b' },
    'the one to fill in',
  ],
  [
    '<input type="email" name="mail" value="a@b"><input type="email" name="trap">',
    { email: 'a@b' },
    'what is blank takes nothing away',
  ],
  ['<input type="tel" name="phone" value="040 1">', { phone: '040 1' }, 'by name'],
  ['<input type="tel" name="postal_code" value="10115">', { postal_code: '10115' }, 'digits are no phone number'],
  ['<input type="tel" name="zip" value="10115">', { zip: '10115' }, 'nor under a name of the shop’s own'],
  ['<select name="city"><option>Rome<option selected>Oslo</select>', { city: 'Oslo' }, 'a choice'],
  ['<textarea name="note">hello</textarea>', { note: 'hello' }, 'a longer text'],
  [
    '<input type="radio" name="g" value="m"><input type="radio" name="g" value="f" checked>',
    { g: 'f' },
    'the radio chosen',
  ],
  ['<input type="checkbox" name="ok" value="yes" checked>', { ok: 'yes' }, 'a box that is checked'],
])('%s is read (%s)', (fields, expected) => {
  expect(read(fields)).toEqual(expected)
})

describe('never read', () => {
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
  ])('%s (%s)', (fields) => {
    expect(read(fields)).toEqual({})
  })
})
