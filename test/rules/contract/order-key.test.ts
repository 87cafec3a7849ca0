/** Promise: one order has one key, however page, webhook and order export spell its number. */
import { expect, test } from 'vitest'
import { toOrderKey } from '../../../src/contract/order-key.js'

/** Spellings of pages, e-mails and programs. `owner/name#1` is a report on github.com. */
test.each([
  ['4711', '4711', 'the number alone'],
  ['#4711', '4711', 'Shopify’s name of an order, WooCommerce (woocommerce/woocommerce#15384), Ecwid'],
  ['##56660', '56660', 'two programs that each add a sign, skyverge/woocommerce-sage-erp-connector#9'],
  ['#ALT-1001', 'ALT-1001', 'Shopify, with a prefix of the shop’s own'],
  [' #1001 ', '1001', 'an import file with blanks'],
  ['\u00a04711', '4711', 'a no-break space'],
  ['# 000000012', '000000012', 'Magento 2'],
  ['No. 4711', '4711', 'English'],
  ['no.4711', '4711', 'without a blank'],
  ['Nr. 100000012', '100000012', 'Magento 1 in German'],
  ['Nr. #100000012', '100000012', 'Magento 1 in German, both'],
  ['nr 000000012', '000000012', 'Magento 2 in Polish'],
  ['n. 000000012', '000000012', 'Magento 2 in Italian'],
  ['№R123456789', 'R123456789', 'Spree in Russian and Bulgarian'],
  ['n°R123456789', 'R123456789', 'Spree in French'],
  ['nº R123456789', 'R123456789', 'Spree in Portuguese'],
  ['n.º R123456789', 'R123456789', 'Spree in Spanish'],
  ['＃4711', '4711', 'Japanese'],
  ['47\u00ad11', '4711', 'a soft hyphen'],
  ['\u202a4711\u202c', '4711', 'WhatsApp’s direction marks, nhoizey/vscode-gremlins#204'],
  ['\u200b4711', '4711', 'a viewer of JSON, bhollis/jsonview#129'],
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

test('a hostile number takes linear time', () => {
  const hostile = ['#', 'No. ', ' ', 'e\u0301', '\u00ad'].map((unit) => unit.repeat(100_000))
  expect(hostile.map((number) => toOrderKey(number).length <= number.length)).toEqual(hostile.map(() => true))
})
