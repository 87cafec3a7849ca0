/** Anything becomes text as the contract wants it, or nothing. */
import { expect, test } from 'vitest'
import { toText } from '../../../src/normalise/text.js'

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
  [null, undefined, 'nothing'],
  [`a${'\u0301'.repeat(40)}`, `á${'\u0301'.repeat(29)}`, 'thirty marks on one letter'],
  [
    { size: 'L', customer: { name: 'Ada' }, phone: '1', fine: { email: 'x' } },
    '{"size":"L","fine":{}}',
    'without persons',
  ],
])('anything becomes text: %o is %j (%s)', (value, text) => {
  expect(toText(value)).toBe(text)
})
