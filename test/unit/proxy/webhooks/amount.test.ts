/** A platform's decimal amounts become whole cents, digit by digit. */
import { describe, expect, test } from 'vitest'
import { toCents } from '../../../../src/proxy/webhooks/amount.js'

describe('amounts become whole cents', () => {
  test.each<[amounts: unknown[], cents: number | undefined, reason: string]>([
    [['19.99'], 1999, 'not 1998.9999999999998'],
    [['1.005'], 101, 'half up, in decimal'],
    [['1000'], 100_000, 'yen have no decimals'],
    [['16.806723', '3.193277'], 2000, 'a price and its tax, rounded once'],
    [[14.695], 1470, 'a number, as it is written'],
    [['0.00'], 0, 'free'],
    [['-5.00'], undefined, 'a discount is no price'],
    [['19,99'], undefined, 'no platform writes it so'],
    [['1e3'], undefined, 'no decimal number'],
    [['999999999999999.99'], undefined, 'too large to be exact'],
    [['1.00', undefined], undefined, 'a part is missing'],
    [[null], undefined, 'nothing'],
  ])('%j are %j (%s)', (amounts, cents) => {
    expect(toCents(...amounts)).toBe(cents)
  })
})
