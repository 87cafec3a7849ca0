/** Promise: one function decides if a text is an e-mail address. Two spellings of one address become one text, and other texts none. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Email } from '../../../src/contract/conversion.js'
import { toEmail } from '../../../src/contract/email.js'
import { toMaskedEmail } from '../../../src/contract/masked-email.js'
import { sign } from '../../../src/proxy/sign.js'
import { anyAddress } from '../../support/escapes.js'

type Row = [value: unknown, email: string | undefined, reason: string]

const SPELLINGS: Row[] = [
  [' Ada@Example.COM\n', 'ada@example.com', 'trimmed, ASCII letters in lower case'],
  ['ÄDA@example.com', 'Äda@example.com', 'the owner decides about the case of other letters'],
  ['zoe\u0308@example.com', 'zoë@example.com', 'a letter and its mark are composed'],
  ['\u212Aay@example.com', 'kay@example.com', 'the Kelvin sign is composed to an ASCII letter'],
  ['ada&#64;example&period;com', 'ada@example.com', 'entities'],
  ['r&amp;amp;d@example.com', 'r&d@example.com', 'an entity that was escaped twice'],
  ['\u2068a\u00adda@exam\u00adple.com\u200b', 'ada@example.com', 'invisible characters'],
  ['ada@müller.example', 'ada@xn--mller-kva.example', 'a domain as its owner writes it, and Firefox'],
  ['ada@xn--mller-kva.example', 'ada@xn--mller-kva.example', 'a domain as Chromium writes it'],
  ['ada@XN--MLLER-KVA.example', 'ada@xn--mller-kva.example', 'punycode has no upper case'],
  ['ada@MÜLLER.example', 'ada@xn--mller-kva.example', 'a domain has no upper case'],
  ['ada@mu\u0308ller.example', 'ada@xn--mller-kva.example', 'a letter and its mark in a domain'],
  ['ada@m&uuml;ller.example', 'ada@xn--mller-kva.example', 'an entity in a domain'],
  ['ada@ｍüller。example', 'ada@xn--mller-kva.example', 'wide letters and the full stop of Japanese'],
  ['ada@faß.example', 'ada@xn--fa-hia.example', 'ß is a letter of its own, not ss'],
  ['ada@i❤.example', 'ada@xn--i-7iq.example', 'a symbol in a domain'],
  ["o'hara+mugs@mail.example.co.uk", "o'hara+mugs@mail.example.co.uk", 'signs that an address may have'],
  ['.a..b.@example.com', '.a..b.@example.com', 'dots where some Japanese carriers have them'],
  ['100%@example.com', '100%@example.com', 'a percent sign without two hexadecimal digits'],
  ['a@b', 'a@b', 'hosts without a dot exist'],
  ['a@3.example', 'a@3.example', 'a label of digits that is not the last one'],
  ['a@my_shop.example', 'a@my_shop.example', 'mail servers accept a low line'],
  [`${'a'.repeat(248)}@b.com`, `${'a'.repeat(248)}@b.com`, '254 characters'],
  [
    [...`${'a'.repeat(248)}@b.com`].map((sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join(''),
    `${'a'.repeat(248)}@b.com`,
    '254 entities',
  ],
]

const NO_ADDRESSES: Row[] = [
  [undefined, undefined, 'nothing'],
  [['ada@example.com'], undefined, 'a list'],
  [{ email: 'ada@example.com' }, undefined, 'an object'],
  ['', undefined, 'an empty text'],
  ['ada', undefined, 'no @'],
  ['@example.com', undefined, 'the part before the @ is missing'],
  ['ada@', undefined, 'the part after the @ is missing'],
  ['a@b@c.com', undefined, 'two @'],
  ['a@b.com,c@d.com', undefined, 'two addresses'],
  ['Ada <ada@example.com>', undefined, 'a name and an address'],
  ['<ada@example.com>', undefined, 'brackets'],
  ['mailto:ada@example.com', undefined, 'a link'],
  ['"ada"@example.com', undefined, 'quotes'],
  ...[...'<>"(),;:\\ \t\n\u0000\u00a0\u2028\u0085\ud800\u{e000}'].map(
    (sign): Row => [`a${sign}b@example.com`, undefined, 'a sign that an address has only in quotes, or never'],
  ),
  ['a&nbsp;b@example.com', undefined, 'a blank as an entity'],
  ['a&unknown;b@example.com', undefined, 'an unknown entity'],
  ['a\u037eb@example.com', undefined, 'the Greek question mark is composed to a semicolon'],
  ['a\u200cb@example.com', undefined, 'a joiner changes some names'],
  ['ada@نامه\u200cای.example', undefined, 'a joiner changes some domains'],
  ['o%27brien@example.com', undefined, 'an escape of a URL, or literally another customer'],
  ['i***@example.com', undefined, 'masked'],
  ['j••@example.com', undefined, 'masked'],
  ['●●●@example.com', undefined, 'masked'],
  ['i…@example.com', undefined, 'masked'],
  ['i...@example.com', undefined, 'masked'],
  ['i&hellip;@example.com', undefined, 'masked with an entity'],
  ['ada@ex…le.com', undefined, 'a masked domain'],
  ['ada@＊.example', undefined, 'a domain masked with a wide sign'],
  ['ada@exa mple.com', undefined, 'white space in the domain'],
  ['ada@example.com.', undefined, 'a dot after the domain'],
  ['ada@.example.com', undefined, 'an empty label'],
  ['ada@example..com', undefined, 'an empty label'],
  ['ada@example。', undefined, 'the full stop of Japanese after the domain'],
  ['ada@example.com:25', undefined, 'a port'],
  ['ada@example.com/path', undefined, 'a path'],
  ['ada@example.com?cc=bob', undefined, 'a query'],
  ['ada@example.com#top', undefined, 'a fragment'],
  ['ada@ex%61mple.com', undefined, 'the URL parser would read example.com'],
  ['ada@example.com／path', undefined, 'a wide slash'],
  ['ada@[127.0.0.1]', undefined, 'an IPv4 address'],
  ['ada@[::1]', undefined, 'an IPv6 address'],
  ['ada@127.0.0.1', undefined, 'an IPv4 address without brackets'],
  ['ada@0x7f.1', undefined, 'the URL parser would read 127.0.0.1'],
  ['ada@１.２.３.４', undefined, 'wide digits, which the URL parser would read as an IPv4 address'],
  ['ada@123', undefined, 'a number is an IPv4 address too'],
  ['ada@example.1', undefined, 'no domain ends in a number'],
  ['ada@xn--ü.example', undefined, 'punycode with another letter'], // Node 26 accepts any other punycode
  ["ada@ex'mple.com", undefined, 'a sign that no domain has'],
  [`${'a'.repeat(249)}@b.com`, undefined, '255 characters'],
  [`${'a'.repeat(233)}@müller.example`, undefined, '248 characters, 255 with the domain in punycode'],
  [`${'😀'.repeat(126)}@b.c`, undefined, '256 UTF-16 units'],
  [`a@b.c${' '.repeat(3_000)}`, undefined, 'a text that is longer than an address in entities'],
]

test.each(SPELLINGS)('an address has one spelling: %j is %j (%s)', (value, email) => {
  expect(toEmail(value)).toBe(email)
})

test.each(NO_ADDRESSES)('no address is read from another text: %j is %j (%s)', (value, email) => {
  expect(toEmail(value)).toBe(email)
})

test('the spelling of a spelling is the same', () => {
  const anyText = fc.oneof(
    anyAddress,
    fc.emailAddress(),
    fc.tuple(fc.string({ unit: 'binary' }), fc.domain()).map((parts) => parts.join('@')),
  )
  const property = fc.property(anyText, (text) => {
    const email = toEmail(text)
    expect(toEmail(email)).toBe(email)
  })
  fc.assert(property, { numRuns: 5_000 })
})

describe('everything that compares addresses compares this spelling', () => {
  const [unicode, punycode] = ['Ada@Müller.example', 'ada@xn--mller-kva.example']

  test('the schema of the API’s body', () => {
    expect(Email.parse(unicode)).toBe(punycode)
    expect(Email.safeParse('ada@[::1]').success).toBe(false)
  })

  test('a signature', () => {
    const options = { secret: 'a-secret', kind: 'convert', expiry: 1_800_000_000 } as const
    expect(sign({ ...options, email: unicode })).toBe(sign({ ...options, email: punycode }))
  })

  test('a mask', () => {
    expect(toMaskedEmail(toEmail(unicode) ?? '')).toBe('a…@x….example')
  })
})
