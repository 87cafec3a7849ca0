/** Promise: no address of a customer is left to read in what the panel shows. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toEmail } from '../../../src/contract/email.js'
import { mask, maskText } from '../../../src/examine/mask.js'

describe('an e-mail address is masked', () => {
  test.each([
    ['ada@mail.example.com', 'a…@m….com', 'alone'],
    [' ada@example.com ', 'a…@e….com', 'with space around it'],
    ['ada@localhost', 'a…@l…', 'without a dot'],
    ["o'hara/x=1@example.com", 'o…@e….com', 'with signs that would end it in a text'],
    ['名前@例え.jp', '名…@x….jp', 'in any script, with the domain in punycode'],
    ['for ada@example.com, please', 'for a…@e….com, please', 'in a sentence'],
    ['Ada <ada@example.com>', 'Ada <a…@e….com>', 'in a header'],
    ['a@x.de;b@y.de', 'a…@x….de;b…@y….de', 'each of several'],
    ['https://shop.example/?mail=ada@example.com&x=1', 'https://shop.example/?mail=a…@e….com&x=1', 'in a URL'],
    ['/?mail=ada%40example.com&x=1', '/?mail=a…%40e….com&x=1', 'encoded'],
    ['/?mail=ada%2Btea%40example.com', '/?mail=a…%40e….com', 'encoded, with another sign encoded'],
    ['/?next=%2F%3Fmail%3Dada%2540example.com', '/?next=%…%2540e….com', 'encoded twice'],
    ['{"mail":"ada@example.com"}', '{"mail":"a…@e….com"}', 'in JSON'],
    ['{"mail":"ada\\u0040example.com"}', '{"mail":"a…\\u0040e….com"}', 'escaped in JSON'],
    ['ada&#64;example.com', 'a…@e….com', 'as HTML writes it'],
    ['for ada&#64;example.com', 'for a…&#64;e….com', 'as HTML writes it, in a sentence'],
    ['mailto:ada@example.com', 'mailto:a…@e….com', 'as a link'],
    ['https://ada:secret@example.com/', 'https://ada:s…@e….com/', 'the user and password before a host, too'],
  ])('%j is %j (%s)', (text, masked) => {
    expect(maskText(text)).toBe(masked)
  })

  test('other texts stay unchanged', () => {
    const text = 'Order 1001 at 12.99 €, 100 % wool, @handle, a @ b'
    expect(maskText(text)).toBe(text)
  })

  test('in every text of a structure, names too', () => {
    const structure = { 'ada@example.com': [{ note: 'ada@example.com' }], many: 2, none: null, off: undefined }
    expect(mask(structure)).toEqual({ 'a…@e….com': [{ note: 'a…@e….com' }], many: 2, none: null, off: undefined })
  })

  test('any address at any place', () => {
    const words = fc.stringMatching(/^[ a-z?&=/:,;"'<>()]{0,12}$/)
    fc.assert(
      fc.property(fc.emailAddress(), words, words, fc.boolean(), (email, before, after, isEncoded) => {
        fc.pre(toEmail(email) !== undefined)
        const local = email.slice(0, email.lastIndexOf('@'))
        fc.pre(!/%(25)?40/.test(local)) // it reads as an address within the address: "ada%40b.com@example.com"
        const text = `${before}=${isEncoded ? encodeURIComponent(email) : email} ${after}`
        // The last part of the local half, as far as a text can tell where it begins.
        const known = /[a-z0-9]{2,}$/.exec(local)?.[0] ?? email
        expect(maskText(text)).not.toContain(`${known}${isEncoded ? '%40' : '@'}`)
      }),
      { numRuns: 2000 },
    )
  })
})

test('a long text is read once', () => {
  const text = 'a'.repeat(500_000)
  expect(maskText(`${text} ada@example.com`)).toBe(`${text} a…@e….com`)
})
