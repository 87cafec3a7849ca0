/** Promise: an e-mail address is read whole or not at all: a part of it would be another customer's. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toEmail } from '../../../src/contract/email.js'
import { readEmail } from '../../../src/normalise/email.js'
import { anyAddress, anyEscapes, ESCAPES, escapeAll } from '../../support/escapes.js'

type Problem = 'no_email' | 'masked_email' | 'two_emails'

/** Addresses as templates, reports and people write them into a field. `owner/name#1` is a report on github.com. */
test.each<[entry: string, read: string | { problem: Problem }, reason: string]>([
  ['o&#039;brien@shop.example', "o'brien@shop.example", 'PHP’s htmlspecialchars, fzaninotto/Faker#364'],
  ['o&#x27;brien@shop.example', "o'brien@shop.example", 'Django, cisagov/manage.get.gov#4796'],
  ['o&rsquo;brien@shop.example', 'o’brien@shop.example', 'a typeset apostrophe, foundation/foundation-emails#281'],
  ['o&amp;#8217;brien@shop.example', 'o’brien@shop.example', 'twice, awesomemotive/easy-digital-downloads#148'],
  ['&#97;d&#97;&#64;&#115;hop.e&#120;ample', 'ada@shop.example', 'WordPress’s antispambot'],
  ['o&unknown;brien@shop.example', { problem: 'no_email' }, 'an unknown entity'],
  ['ada\\u002Bmugs\\u0040shop.example', 'ada+mugs@shop.example', 'Twig’s escaper for scripts'],
  ['ada\\x40shop.example', 'ada@shop.example', 'Laminas’s escapeJs'],
  ["o\\'brien@shop.example", "o'brien@shop.example", 'WordPress’s esc_js'],
  ['"ada@shop.example"', 'ada@shop.example', 'a JSON text within a text'],
  ['abc%2B123%40shop.example', 'abc+123@shop.example', 'out of a query, sindresorhus/query-string#305'],
  ['abc%252B123%2540shop.example', 'abc+123@shop.example', 'encoded twice'],
  ['mailto:lea%2Bmugs%40shop.example', 'lea+mugs@shop.example', 'a link that is encoded'],
  ['mailto:lea@shop.example?subject=Hi&cc=max@shop.example', 'lea@shop.example', 'a link with a query'],
  ['o%27brien@shop.example', { problem: 'no_email' }, 'an escape, or another customer’s address'],
  ['foo bar@shop.example', { problem: 'no_email' }, 'a lost plus sign, stripe/stripe-ruby#352'],
  ['ann,lee@shop.example', { problem: 'no_email' }, 'a typing error: a part would be another customer'],
  ['ann;lee@shop.example', { problem: 'no_email' }, 'a typing error: a part would be another customer'],
  ['Ada Lovelace <ada@shop.example>', { problem: 'no_email' }, 'a name and an address are not one address'],
  ['ada@shop.example, max@shop.example', { problem: 'no_email' }, 'two addresses in one field'],
  ['ada [AT] shop [DOT] example', { problem: 'no_email' }, 'Smarty’s mail'],
  ['[email&#160;protected]', { problem: 'no_email' }, 'Cloudflare’s obfuscation, servo/servo.org#140'],
  ['***da@shop.example', { problem: 'masked_email' }, 'masked at its start: the rest is another customer'],
  ['•lea@shop.example', { problem: 'masked_email' }, 'a bullet may be a mask'],
  ['\u200bada@shop.example\u200b', 'ada@shop.example', 'blanks without width, copied from a page'],
  ["'ada@shop.example'", 'ada@shop.example', 'in quotes'],
  ["'ada@shop.example", "'ada@shop.example", 'an apostrophe may belong to the address'],
  ['✉ada@shop.example', 'ada@shop.example', 'after a symbol'],
  ['lea.martin@shop.example.', 'lea.martin@shop.example', 'the full stop is not part of it'],
])('an entry of the page is one address, or a problem: %j is %j (%s)', (entry, read) => {
  expect(readEmail([entry])).toEqual(typeof read === 'string' ? { email: read } : read)
})

test.each<[string[], ReturnType<typeof readEmail>, string]>([
  [['<Lea@Example.com>,', '«lea@example.com»'], { email: 'lea@example.com' }, 'one address twice'],
  [['ada@käse.example', 'ada@xn--kse-qla.example'], { email: 'ada@xn--kse-qla.example' }, 'one domain, spelt twice'],
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
