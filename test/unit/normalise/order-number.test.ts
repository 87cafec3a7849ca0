/** An order number is one, or none: placeholders are none. */
import { describe, expect, test } from 'vitest'
import { toOrderNumber } from '../../../src/normalise/order-number.js'

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
    ['—', undefined, 'a dash'],
    ['-', undefined, 'a dash'],
    ['#', undefined, 'a sign'],
    ['…', undefined, 'it comes later'],
    ['Loading…', undefined, 'it comes later'],
    ['Loading...', undefined, 'it comes later'],
    ['Wird geladen …', undefined, 'it comes later'],
    ['T-1042…', 'T-1042…', 'shortened, but a number'],
    [`$${'{order.id}'}`, undefined, 'a template not filled in'],
    ['<%= id %>', undefined, 'a template not filled in'],
    ['[[id]]', undefined, 'a template not filled in'],
    ['{% order %}', undefined, 'a template not filled in'],
    ['}}1042{{', '}}1042{{', 'no template'],
    ['1'.repeat(201), undefined, 'longer than any number'],
  ])('%j is %j (%s)', (value, number) => {
    expect(toOrderNumber(value)).toBe(number)
  })
})
