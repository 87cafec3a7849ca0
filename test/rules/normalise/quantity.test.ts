/** Promise: a quantity becomes a whole number in every spelling, or undefined. */
import { expect, test } from 'vitest'
import { toQuantity } from '../../../src/normalise/quantity.js'

test.each<[unknown, number | undefined, string]>([
  [2, 2, 'a number'],
  [0, 0, 'none'],
  ['2', 2, 'digits as text'],
  ['\n    2\n  ', 2, 'on a line of its own, as templates print it'],
  ['× 2', 2, 'with a sign'],
  ['x2', 2, 'with a letter'],
  ['2 x ', 2, 'with a letter after it'],
  ['Quantity: 2', 2, 'in words'],
  ['٢', 2, 'in Arabic digits'],
  ['2.0000', 2, 'as databases have it'],
  ['2,00', 2, 'as databases have it, with a comma'],
  ['2.000', undefined, 'two, or two thousand'],
  ['1.5', undefined, 'fractional'],
  [1.5, undefined, 'fractional'],
  ['2 x 3', undefined, 'two runs of digits'],
  [-1, undefined, 'negative'],
  ['-1', undefined, 'negative'],
  ['–1', undefined, 'negative'],
  ['.5', undefined, 'fractional'],
  ['2½', undefined, 'fractional'],
  ['2²', undefined, 'a footnote, or a power'],
  ['two', undefined, 'no digits'],
  ['  ', undefined, 'blank is not zero'],
  [true, undefined, 'no number'],
  [2 ** 53, undefined, 'beyond 2^53−1'],
])('%j is %j (%s)', (value, quantity) => {
  expect(toQuantity(value)).toBe(quantity)
})
