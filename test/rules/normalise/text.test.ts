/** Promise: any value becomes text in the contract's form, or undefined. */
import { expect, test } from 'vitest'
import { toText } from '../../../src/normalise/text.js'

test.each<[unknown, string | undefined, string]>([
  ['Mug', 'Mug', 'text stays'],
  ['  Mug\n', 'Mug', 'trimmed'],
  ['e\u0301', 'é', 'Unicode NFC'],
  ['two\r\nlines\u0000', 'two lines', 'without controls'],
  ['lone \ud800 surrogate', 'lone   surrogate', 'UTF-8 cannot carry it'],
  ['\udfff', '', 'the second half alone'],
  ['a\u001fb\u007fc', 'a b c', 'without controls'],
  ['🫖', '🫖', 'a pair of surrogates is a character'],
  ['\u00a0Mug\u2003', 'Mug', 'any white space is trimmed'],
  [0, '0', 'zero is a value'],
  [false, 'false', 'false is a value'],
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
])('any value becomes text: %o is %j (%s)', (value, text) => {
  expect(toText(value)).toBe(text)
})
