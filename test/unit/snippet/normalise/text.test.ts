/** Texts, e-mail addresses and order numbers leave the page as the contract wants them, or not at all. */
import { describe, expect, test } from 'vitest'
import { toEmail, toEmails, toOrderNumber, toText } from '../../../../src/snippet/normalise/text.js'

describe('anything becomes text', () => {
  test.each<[unknown, string | undefined, string]>([
    ['Mug', 'Mug', 'text stays'],
    ['  Mug\n', 'Mug', 'trimmed'],
    ['e\u0301', 'é', 'Unicode NFC'],
    ['two\r\nlines\u0000', 'two lines', 'without controls'],
    ['lone \ud800 surrogate', 'lone   surrogate', 'which no UTF-8 can carry'],
    ['\udfff', '', 'the second half alone'],
    ['a\u001fb\u007fc', 'a b c', 'without controls'],
    ['🫖', '🫖', 'a pair of surrogates is a character'],
    ['\u00a0Mug\u2003', 'Mug', 'any white space is trimmed'],
    [0, '0', 'zero is something to say'],
    [false, 'false', 'so is no'],
    [12.5, '12.5', 'numbers in JSON form'],
    [true, 'true', 'booleans in JSON form'],
    [{ size: 'L' }, '{"size":"L"}', 'nested values as JSON text'],
    [['a', 1], '["a",1]', 'nested values as JSON text'],
    [Symbol('x'), undefined, 'JSON does not know it'],
    [Number.NaN, undefined, 'which JSON calls null'],
  ])('%o is %j (%s)', (value, text) => {
    expect(toText(value)).toBe(text)
  })
})

describe('an e-mail address is one, or none', () => {
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
  ])('%j is %j (%s)', (value, email) => {
    expect(toEmail(value)).toBe(email)
  })

  test.each(['a@'.repeat(100_000), 'a'.repeat(250)])(
    'a very long text is refused, and hangs for no minutes',
    (text) => {
      expect(toEmail(text)).toBe(undefined)
    },
  )
})

describe('the addresses in a text of the page', () => {
  test.each<[unknown, string[], string]>([
    ['Un e-mail a été envoyé à lea.martin@example.com.', ['lea.martin@example.com'], 'the full stop is not part of it'],
    ['<Lea@Example.com>, «lea@example.com»', ['lea@example.com'], 'the same address twice is one'],
    ['mailto:lea@example.com', ['lea@example.com'], 'a link'],
    ['lea@example.com or max@example.com', ['lea@example.com', 'max@example.com'], 'two are two'],
    ['+tag@example.com', ['+tag@example.com'], 'a sign at the start of one that stands alone'],
    ['-lea@example.com', ['-lea@example.com'], 'a sign at the start of one that stands alone'],
    ['- lea@example.com', ['lea@example.com'], 'a bullet'],
    ['mailto:lea@example.com?subject=Hi&cc=max@example.com', ['lea@example.com'], 'a link with a query'],
    ['mailto:lea%2Bmugs%40example.com', ['lea+mugs@example.com'], 'a link that is encoded'],
    ['lea%2Bmugs%40example.com', ['lea+mugs@example.com'], 'out of the query of a link'],
    ['100 %', [], 'no code'],
    ['follow us @shop, 2 @ 3 €', [], 'none'],
    [7, [], 'no text'],
  ])('%j has %j (%s)', (value, emails) => {
    expect(toEmails(value)).toEqual(emails)
  })
})

describe('an order number is one, or none', () => {
  test.each<[unknown, string | undefined, string]>([
    ['T-1042', 'T-1042', 'text'],
    [' 1042 ', '1042', 'trimmed'],
    [1042, '1042', 'a number becomes text'],
    [0, '0', 'zero is a number'],
    ['00017', '00017', 'leading zeros belong to it'],
    ['12345678901234567890', '12345678901234567890', 'digits as text are exact'],
    [2 ** 53 - 1, '9007199254740991', 'the last number that is exact'],
    [2 ** 53, undefined, 'its last digits are already lost'],
    [-(2 ** 60), undefined, 'its last digits are already lost'],
    [Number.NEGATIVE_INFINITY, undefined, 'no number'],
    ['\u200b\u2060', undefined, 'nothing to see'],
    ['100%', '100%', 'a sign alone is no template'],
    ['{1042}', '{1042}', 'braces alone are no template'],
    ['No. {{id}} of today', undefined, 'a template not filled in'],
    [Number.NaN, undefined, 'no number'],
    ['', undefined, 'empty'],
    ['  ', undefined, 'blank'],
    ['undefined', undefined, 'what a template prints'],
    ['null', undefined, 'what a template prints'],
    ['NaN', undefined, 'what a template prints'],
    ['[object Object]', undefined, 'what a template prints'],
    ['{{ order.name }}', undefined, 'a template not filled in'],
    ['#{{order}}', undefined, 'a template not filled in'],
    ['%ORDER_ID%', undefined, 'a template not filled in'],
    [{}, undefined, 'an object'],
    [null, undefined, 'nothing'],
    [undefined, undefined, 'nothing'],
  ])('%j is %j (%s)', (value, number) => {
    expect(toOrderNumber(value)).toBe(number)
  })
})
