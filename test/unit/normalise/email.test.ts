/** E-mail addresses are as the contract wants them, or none. */
import { expect, test } from 'vitest'
import { readEmail, toEmail } from '../../../src/normalise/email.js'

test.each<[unknown, string | undefined, string]>([
  [' Ada@Example.COM ', 'ada@example.com', 'trimmed, ASCII letters in lower case'],
  ['ÄDA@example.com', 'Äda@example.com', 'other letters are the owner’s'],
  ['a@b', 'a@b', 'hosts without a dot exist'],
  [`${'a'.repeat(248)}@b.com`, `${'a'.repeat(248)}@b.com`, '254 characters'],
  [`${'a'.repeat(249)}@b.com`, undefined, '255 characters'],
  [`${'😀'.repeat(126)}@b.c`, undefined, '256 UTF-16 units'],
  ['a@b@c.com', undefined, 'two @'],
  ['ada', undefined, 'no @'],
  ['@example.com', undefined, 'nothing before the @'],
  ['ada@', undefined, 'nothing behind the @'],
  ['ada love@example.com', undefined, 'white space'],
  ['ada\u0000@example.com', undefined, 'control'],
  ['"ada"@example.com', undefined, 'quoted'],
  ...[...'<>"(),;:\\ \t\u00a0\u2028\u0085\u200b'].map((sign): [string, undefined, string] => [
    `a${sign}b@example.com`,
    undefined,
    'a sign that no address has unquoted',
  ]),
  ["o'hara+mugs@mail.example.co.uk", "o'hara+mugs@mail.example.co.uk", 'signs that it may have'],
  ['ada@müller.example', 'ada@müller.example', 'names in every script'],
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
])('an e-mail address is one, or none: %j is %j (%s)', (value, email) => {
  expect(toEmail(value)).toBe(email)
})

test.each<[string[], ReturnType<typeof readEmail>, string]>([
  [['lea.martin@example.com.'], { email: 'lea.martin@example.com' }, 'the full stop is not part of it'],
  [['<Lea@Example.com>,', '«lea@example.com»'], { email: 'lea@example.com' }, 'the same address twice is one'],
  [['mailto:lea@example.com'], { email: 'lea@example.com' }, 'a link'],
  [['mailto:lea@example.com?subject=Hi&cc=max@example.com'], { email: 'lea@example.com' }, 'a link with a query'],
  [['mailto:lea%2Bmugs%40example.com'], { email: 'lea+mugs@example.com' }, 'a link that is encoded'],
  [['lea%2Bmugs%40example.com'], { email: 'lea+mugs@example.com' }, 'out of the query of a link'],
  [['lea@example.com', 'max@example.com'], { problem: 'two_emails' }, 'two are nobody’s'],
  [['+tag@example.com'], { email: '+tag@example.com' }, 'a sign at the start that belongs to it'],
  [['-lea@example.com'], { email: '-lea@example.com' }, 'a sign at the start that belongs to it'],
  [['•lea@example.com'], { email: 'lea@example.com' }, 'a bullet'],
  [['@shop,', '2@'], { problem: 'no_email' }, 'none'],
  [['100%'], { problem: 'no_email' }, 'no code'],
  [[], { problem: 'no_email' }, 'no words'],
  [['i***@example.com'], { problem: 'masked_email' }, 'masked: it would be another customer'],
  [['i***@example.com', 'ada@example.com'], { email: 'ada@example.com' }, 'masked, and whole'],
])('the one address among the words of a place: %j is %j (%s)', (words, read) => {
  expect(readEmail(words)).toEqual(read)
})
