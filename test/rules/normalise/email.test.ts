/** Promise: an e-mail address is read whole or not at all: a part of it would be another customer's. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toEmail } from '../../../src/contract/email.js'
import { readEmail } from '../../../src/normalise/email.js'
import { ADDRESSES } from '../../examples/addresses.js'
import { anyAddress, anyEscapes, ESCAPES, escapeAll } from '../../support/escapes.js'

describe('an entry of the page is one address, or a problem', () => {
  test.each(ADDRESSES)('%j is %j (%s)', (entry, read) => {
    expect(readEmail([entry])).toEqual(typeof read === 'string' ? { email: read } : read)
  })
})

test.each<[string[], ReturnType<typeof readEmail>, string]>([
  [['<Lea@Example.com>,', '«lea@example.com»'], { email: 'lea@example.com' }, 'one address twice'],
  [
    ['ada@käse.example', 'ada@xn--kse-qla.example'],
    { email: 'ada@xn--kse-qla.example' },
    'one domain in two spellings',
  ],
  [['lea@example.com', 'max@example.com'], { problem: 'two_emails' }, 'two addresses'],
  [['+tag@example.com'], { email: '+tag@example.com' }, 'a sign at the start that belongs to it'],
  [['-lea@example.com'], { email: '-lea@example.com' }, 'a sign at the start that belongs to it'],
  [['{lea@example.com}'], { email: 'lea@example.com' }, 'braces around it'],
  [["''ada@example.com'"], { email: "'ada@example.com" }, 'a quote is dropped with its counterpart only'],
  [['@shop,', '2@'], { problem: 'no_email' }, 'none'],
  [['%27lea@example.com%'], { problem: 'no_email' }, 'percent signs around it: an escape, or another customer'],
  [['100%'], { problem: 'no_email' }, 'a percent sign that does not escape anything'],
  [[], { problem: 'no_email' }, 'no words'],
  [['i***@example.com'], { problem: 'masked_email' }, 'masked: it would be another customer'],
  [['i***@example.com', 'ada@example.com'], { email: 'ada@example.com' }, 'masked, and whole'],
])('the one address among the words of a place: %j is %j (%s)', (words, read) => {
  expect(readEmail(words)).toEqual(read)
})

describe('for any escapes of a template, the API gets that address or none', () => {
  test('in one to three layers', () => {
    const property = fc.property(anyAddress, anyEscapes, (whole, layers) => {
      const read = readEmail([escapeAll(whole, layers)])
      expect(['none', toEmail(whole)]).toContain('email' in read ? read.email : 'none')
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
