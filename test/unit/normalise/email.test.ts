/** An e-mail address is read whole or not at all: a part of it would be another customer's. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toEmailKey } from '../../../src/contract/email-form.js'
import { readEmail, toEmail } from '../../../src/normalise/email.js'
import { ADDRESSES } from '../../examples/addresses.js'
import { anyAddress, anyEscapes, ESCAPES, escapeAll } from '../../support/escapes.js'

test.each<[unknown, string | undefined, string]>([
  [' Ada@Example.COM ', 'ada@example.com', 'trimmed, ASCII letters in lower case'],
  ['ÄDA@example.com', 'Äda@example.com', 'other letters are the owner’s'],
  ['a@b', 'a@b', 'hosts without a dot exist'],
  [`${'a'.repeat(248)}@b.com`, `${'a'.repeat(248)}@b.com`, '254 characters'],
  [`${'a'.repeat(249)}@b.com`, undefined, '255 characters'],
  [`${'😀'.repeat(126)}@b.c`, undefined, '256 UTF-16 units'],
  ['a@b@c.com', undefined, 'two @'],
  ['ada', undefined, 'no @'],
  ['@example.com', undefined, 'the part before the @ is missing'],
  ['ada@', undefined, 'the part behind the @ is missing'],
  ['ada love@example.com', undefined, 'white space'],
  ['ada\u0000@example.com', undefined, 'control'],
  ['"ada"@example.com', undefined, 'quoted'],
  ...[...'<>"(),;:\\ \t\u00a0\u2028\u0085'].map((sign): [string, undefined, string] => [
    `a${sign}b@example.com`,
    undefined,
    'a sign that no address has unquoted',
  ]),
  ["o'hara+mugs@mail.example.co.uk", "o'hara+mugs@mail.example.co.uk", 'signs that it may have'],
  ['ada@müller.example', 'ada@müller.example', 'names in every script'],
  ['a\u200bb@exam\u00adple.com', 'ab@example.com', 'format characters are not seen'],
  ['ada@exa mple.com', undefined, 'white space behind the @'],
  ['<ada@example.com>', undefined, 'brackets'],
  ['a@b.com,c@d.com', undefined, 'two addresses'],
  [['ada@example.com'], undefined, 'no text'],
  [{ email: 'ada@example.com' }, undefined, 'no text'],
  [undefined, undefined, 'nothing'],
  ['i***@example.com', undefined, 'masked'],
  ['j••@example.com', undefined, 'masked'],
  ['●●●@example.com', undefined, 'masked'],
  ['i…@example.com', undefined, 'masked'],
  ['i...@example.com', undefined, 'masked'],
  ['ada.b@ex…le.com', undefined, 'masked'],
])('an e-mail address is read whole or not at all: %j is %j (%s)', (value, email) => {
  expect(toEmail(value)).toBe(email)
})

describe('an entry of the page is one address, or a problem', () => {
  test.each(ADDRESSES)('%j is %j (%s)', (entry, read) => {
    expect(readEmail([entry])).toEqual(typeof read === 'string' ? { email: read } : read)
  })
})

test.each<[string[], ReturnType<typeof readEmail>, string]>([
  [['<Lea@Example.com>,', '«lea@example.com»'], { email: 'lea@example.com' }, 'one address twice'],
  [['ada@käse.example', 'ada@xn--kse-qla.example'], { email: 'ada@käse.example' }, 'one domain in two spellings'],
  [['lea@example.com', 'max@example.com'], { problem: 'two_emails' }, 'two addresses'],
  [['+tag@example.com'], { email: '+tag@example.com' }, 'a sign at the start that belongs to it'],
  [['-lea@example.com'], { email: '-lea@example.com' }, 'a sign at the start that belongs to it'],
  [['{lea@example.com}'], { email: 'lea@example.com' }, 'braces round it'],
  [["''ada@example.com'"], { email: "'ada@example.com" }, 'a quote is dropped with its counterpart only'],
  [['@shop,', '2@'], { problem: 'no_email' }, 'none'],
  [['100%'], { problem: 'no_email' }, 'a percent sign that does not escape anything'],
  [[], { problem: 'no_email' }, 'no words'],
  [['i***@example.com'], { problem: 'masked_email' }, 'masked: it would be another customer'],
  [['i***@example.com', 'ada@example.com'], { email: 'ada@example.com' }, 'masked, and whole'],
])('the one address among the words of a place: %j is %j (%s)', (words, read) => {
  expect(readEmail(words)).toEqual(read)
})

test.each([
  ['ada@müller.example', 'ada@xn--mller-kva.example', 'a domain in punycode, as Chromium gives it'],
  ['ada@xn--mller-kva.example', 'ada@xn--mller-kva.example', 'a domain that is ASCII already'],
  ['ada@MÜLLER.example', 'ada@xn--mller-kva.example', 'domains have no upper case'],
  ['äda@example.com', 'äda@example.com', 'only the domain has a second spelling'],
  ['ada@mü/ller', 'ada@mü/ller', 'a text that is not a domain'],
])('one customer has one key: %j is %j (%s)', (address, key) => {
  expect(toEmailKey(address)).toBe(key)
})

describe('for any escapes of a template, the API gets that address or none', () => {
  test('in one to three layers', () => {
    const property = fc.property(anyAddress, anyEscapes, (whole, layers) => {
      const read = readEmail([escapeAll(whole, layers)])
      expect('email' in read ? read.email : whole).toBe(whole)
    })
    fc.assert(property, { numRuns: 20_000 })
  })

  const readable = Object.keys(ESCAPES).filter((name) => !/without semicolons|quoted-printable/.test(name))
  test.each(readable)('a common address is read: %s', (name) => {
    expect(readEmail([ESCAPES[name]?.('ada.lovelace@shop.example') ?? ''])).toEqual({
      email: 'ada.lovelace@shop.example',
    })
  })
})
