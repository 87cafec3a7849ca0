/** Promise: the shop's own amounts are exact in every currency, as it shows them and as the API counts. */
import { describe, expect, test } from 'vitest'
import { findMarket, toDecimal, toDecimalText, toHundredths, toPrice } from '../../../demo/shop/markets.js'

describe('an amount in minor units is shown, said and counted', () => {
  test.each([
    ['en-IE', 1999, '€19.99', 19.99, '19.99', 1999, 'hundredths'],
    ['de-DE', 129900, '1.299,00\u00a0€', 1299, '1299.00', 129900, 'a comma is the decimal sign'],
    ['de-CH', 1995, 'CHF\u00a019.95', 19.95, '19.95', 1995, 'a dot in Swiss prices'],
    ['en-JP', 3200, '¥3,200', 3200, '3200', 320_000, 'no decimals: a hundred cents in every yen'],
    ['ar-BH', 1005, '\u200f1.005\u00a0د.ب.\u200f', 1.005, '1.005', 101, 'three decimals: half a cent goes up'],
    ['ar-BH', 1004, '\u200f1.004\u00a0د.ب.\u200f', 1.004, '1.004', 100, 'less than half a cent goes down'],
  ])('%s %d is %j (%s, %s, %d cents: %s)', (id, minor, price, decimal, text, cents) => {
    const market = findMarket(id)
    expect([toPrice(minor, market), toDecimal(minor, market), toDecimalText(minor, market)]).toEqual([
      price,
      decimal,
      text,
    ])
    expect(toHundredths(minor, market)).toBe(cents)
  })
})

test('a market that there is not is the first', () => {
  expect(findMarket('xx').id).toBe('en-IE')
})
