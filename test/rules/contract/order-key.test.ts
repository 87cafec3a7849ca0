/** Promise: one order has one key, however page, webhook and order export spell its number. */
import { expect, test } from 'vitest'
import { toOrderKey } from '../../../src/contract/order-key.js'
import { ORDER_SPELLINGS } from '../../examples/order-spellings.js'

test.each([
  ['4711', '4711', 'the number alone'],
  ['#4711', '4711', 'Shopify’s name of an order (shopify.dev, "Order")'],
  [' 4711 ', '4711', 'blanks around it'],
  ['\u00a04711', '4711', 'a no-break space'],
  ['# 4711', '4711', 'a blank after the sign'],
  ['No. 4711', '4711', 'English'],
  ['no.4711', '4711', 'without a blank'],
  ['Nr. 4711', '4711', 'German, Polish, Danish'],
  ['№ 4711', '4711', 'Russian, Bulgarian'],
  ['N° 4711', '4711', 'French, Italian'],
  ['Nº 4711', '4711', 'Spanish, Portuguese'],
  ['No. #4711', '4711', 'both'],
  ['＃4711', '4711', 'Japanese'],
  ['47\u00ad11', '4711', 'a soft hyphen'],
  ['\u200e4711\u200b', '4711', 'format characters'],
  ['e\u0301-1', 'é-1', 'composed'],
  ['00017', '00017', 'leading zeros belong to the number'],
  ['NO-1001', 'NO-1001', 'a prefix of the shop'],
  ['NO1001', 'NO1001', 'a prefix of the shop'],
  ['NR-1001', 'NR-1001', 'a prefix of the shop'],
  ['N1001', 'N1001', 'a prefix of the shop'],
  ['Northwind-1', 'Northwind-1', 'a word'],
  ['#', '#', 'a sign alone stays'],
  ['1001#2', '1001#2', 'a sign within'],
])('one order has one key: %j is %j (%s)', (number, key) => {
  expect(toOrderKey(number)).toBe(key)
})

test.each(ORDER_SPELLINGS)('page and webhook mean one order: %j is %j (%s)', (spelling, number) => {
  expect(toOrderKey(spelling)).toBe(number)
})

test('a hostile number takes linear time', () => {
  const hostile = ['#', 'No. ', ' ', 'e\u0301', '\u00ad'].map((unit) => unit.repeat(100_000))
  expect(hostile.map((number) => toOrderKey(number).length <= number.length)).toEqual(hostile.map(() => true))
})
