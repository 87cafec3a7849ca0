/** Promise: of a text in several lines, an amount is read from one line, or not at all. Its printed currency is read too. */
import { expect, test } from 'vitest'
import { toAmountLine, toPrintedCurrency } from '../../../src/normalise/amount-line.js'

test.each<[string, string | undefined, string]>([
  ['€ 25.50', '€ 25.50', 'one line'],
  ['Total\n€ 25.50\nincl. VAT', 'Total\n€ 25.50\nincl. VAT', 'one line has digits'],
  ['-\n€ 25.50', '-\n€ 25.50', 'the minus belongs to the amount'],
  ['Total: € 25.50\n2 items', 'Total: € 25.50', 'one line has a currency'],
  ['2 items\n25.50 kr', '25.50 kr', 'one line has a currency in letters'],
  ['2 items\n25.50 EUR', '25.50 EUR', 'a code of a currency'],
  ['€ 25\n500 points', '€ 25', 'three digits below do not belong to it'],
  ['€ 25\n.50', '€ 25.50', 'the decimal sign is at the seam'],
  ['25,\n50 €', '25,50 €', 'the decimal sign is at the seam'],
  ['€ 25\n50', undefined, 'the second number has no word'],
  ['€ 25.\n50 items', '€ 25.', 'a full stop'],
  ['€ 25.50\n€ 2.50', undefined, 'two amounts'],
  ['25.50\n2 items', undefined, 'no currency'],
  ['19% VAT\n25.50', undefined, 'three capitals are not a currency'],
  ['٢٥٫٥٠ ﷼\n٢ قطع', '٢٥٫٥٠ ﷼', 'digits of any script'],
])('%j is %j (%s)', (text, line) => {
  expect(toAmountLine(text)).toBe(line)
})

test.each<[string, string | undefined, string]>([
  ['€1,769.19', '€', 'a sign before the amount'],
  ['17095,35 kr', 'kr', 'a word after it'],
  ['CHF 1’326.18', 'CHF', 'a code'],
  ['١٧٫٠١٠ د.ب.', 'د.ب', 'letters of Arabic'],
  ['$10.00 CAD', 'CAD', 'a code says more than a sign'],
  ['US$ 10.00', 'US$', 'a dollar with its country'],
  ['Total$10.00', '$', 'the word before it is not a country'],
  ['Total VAT 10.00', undefined, 'three capitals are not a currency'],
  ['1,769.19', undefined, 'nothing is printed'],
])('%j prints the currency %j (%s)', (text, currency) => {
  expect(toPrintedCurrency(text)).toBe(currency)
})
