/** Any amount becomes whole cents, or nothing; never a wrong one. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAmbiguous, toCents as readCents, toWhole } from '../../../../src/snippet/normalise/cents.js'
import { CURRENCIES, readLocales } from '../../../support/locales.js'

/** On a page whose decimal sign is this; any other sign is as good as none. */
const toCents = (amount: unknown, decimal = '?') =>
  readCents(amount, () => (decimal === '.' || decimal === ',' ? decimal : undefined))

describe('a number of the page becomes whole cents', () => {
  test.each<[number, number | undefined, string]>([
    [19.99, 1999, 'on decimal digits: 19.99 × 100 is 1998.9999999999998'],
    [1000, 100000, 'hundredths of the major unit in every currency, yen too'],
    [1.005, 101, 'half up'],
    [1.0049, 100, 'less than half goes'],
    [0.615, 62, 'half up, where binary would round down'],
    [0, 0, 'free'],
    [1e-7, 0, 'what binary sums leave of zero'],
    [0.1 + 0.2 - 0.3, 0, 'what binary sums leave of zero'],
    [0.000001, 0, 'the smallest that prints without exponent'],
    [9999999999999.99, 999999999999999, 'fifteen digits'],
    [90071992547409.92, undefined, 'beyond 2^53−1 cents'],
    [1e21, undefined, 'prints with an exponent'],
    [1.25e21, undefined, 'its digits are not its value'],
    [1.5e300, undefined, 'huge'],
    [-1, undefined, 'negative'],
    [-0.001, undefined, 'negative, however little'],
    [1.0049999, 100, 'not rounded twice'],
    [Number.NaN, undefined, 'no number'],
    [Number.POSITIVE_INFINITY, undefined, 'no amount'],
  ])('%d is %j (%s)', (amount, cents) => {
    expect(toCents(amount)).toBe(cents)
  })
})

describe('text becomes whole cents, whatever the language', () => {
  test.each<[string, number | undefined, string]>([
    ['12.5', 1250, 'one decimal is tens of cents'],
    ['12', 1200, 'major units, also without a separator'],
    ['19.99', 1999, 'dot'],
    ['19,99', 1999, 'comma'],
    ['  € 19,99 *', 1999, 'from the first to the last digit'],
    ['19,-', 1900, 'the dash is behind the last digit'],
    ['1.234,56', 123456, 'two different separators: the last is the decimal sign'],
    ['1,234.56', 123456, 'two different separators: the last is the decimal sign'],
    ['1.234,567', 123457, 'also before three digits, half up'],
    ['1.234.567,8', 123456780, 'the first may repeat'],
    ['12,34,567.89', 123456789, 'Indian groups'],
    ['1.299.000', 129900000, 'a separator that repeats groups'],
    ['1,00,000', 10000000, 'Indian groups, a lakh'],
    ['12,34,567', 123456700, 'Indian groups without decimals'],
    ['1299.0000', 129900, 'four decimals, as databases have them'],
    ['1299,9950', 130000, 'four decimals, half up'],
    ['1,2,3', undefined, 'a separator that repeats, but not before three digits'],
    ['1.299.00', undefined, 'a separator that repeats, but not before three digits'],
    ['12,34,56', undefined, 'a separator that repeats, but not before three digits'],
    ['1.2345.678', undefined, 'no group has four digits'],
    ['1.2.345', undefined, 'no group has one digit, but the first'],
    ['1234.567.890', undefined, 'the first group is too long'],
    ['0.500.000', undefined, 'no group begins with 0'],
    ['0.500,00', undefined, 'no group begins with 0'],
    ['1234.567,89', undefined, 'the first group is too long'],
    ['1,2.50', undefined, 'no group has one digit, but the first'],
    ['12.05,99', undefined, 'the last group has two digits'],
    ['1.23,456.78', undefined, 'three parts, each by another sign'],
    ['1.299,00.5', undefined, 'the last separator was there before another'],
    ['1.2,3.456', undefined, 'two separators that both repeat'],
    ['1\u00a0299,00', 129900, 'no-break space'],
    ['1\u202f299,00', 129900, 'narrow no-break space'],
    ["1'299.50", 129950, 'Swiss apostrophe'],
    ['1’299.50', 129950, 'Swiss apostrophe, typeset'],
    ['CHF 1’299.–', 129900, 'Swiss dash'],
    ['\u200f1,299.50\u200f ₪', 129950, 'direction marks'],
    ['12\u200b.50', 1250, 'format characters within'],
    ['12٫50', 1250, 'Arabic decimal sign'],
    ['1٬299٫50', 129950, 'Arabic group sign'],
    ['1٬299', 129900, 'the Arabic group sign is never ambiguous'],
    ['12٫500', 1250, 'nor is the Arabic decimal sign'],
    ['1٬299٬000', 129900000, 'Arabic groups'],
    ['1٬299.50', 129950, 'a dot behind Arabic groups, as in Sindhi'],
    ...['[12.50]', '{12.50}', '⟨12.50⟩', '₋12.50', '﹣12.50', '－12.50', '12.50 (-)'].map(
      (text): [string, undefined, string] => [text, undefined, 'negative'],
    ),
    ['1٬50', undefined, 'the Arabic group sign, but not before three digits'],
    ['0٬500', undefined, 'no group begins with 0'],
    ['1٫299٫00', undefined, 'two decimal signs'],
    ['١٬٢٩٩٫٥٠', 129950, 'Arabic digits'],
    ['۱٬۲۹۹٫۵۰ ریال', 129950, 'Persian digits'],
    ['रु १,२९,९९९.५०', 12999950, 'Devanagari digits, Indian groups'],
    ['৳\u00a0১২ ৩৪৫,৬', 1234560, 'Bengali digits, groups by a space'],
    ['၁၂.၅၀', 1250, 'Burmese digits'],
    ['𞥑𞥒.𞥕𞥐', 1250, 'digits of two units of UTF-16'],
    ['𝟙𝟐.𝟻𝟘', 1250, 'rows of digits that touch'],
    ['12.٥0', 1250, 'digits of two scripts'],
    ['٣ x ١٩', undefined, 'a letter between the digits'],
    ['½', undefined, 'no digit'],
    ['Rs.500', 50000, 'the dot belongs to the currency'],
    ['Rs. 500', 50000, 'the dot belongs to the currency'],
    ['S/.500', 50000, 'the dot belongs to the currency'],
    ['.50', undefined, 'nobody can tell whether the dot counts'],
    ['$.99', undefined, 'nobody can tell whether the dot counts'],
    ['USD .50', undefined, 'nobody can tell whether the dot counts'],
    ['Total:,50', undefined, 'nobody can tell whether the comma counts'],
    ['-5.00', undefined, 'negative'],
    ['(10.50)', undefined, 'negative, as accountants write it'],
    ['(€ 10.50)', undefined, 'negative, as accountants write it'],
    ['10.50 (incl. VAT)', 1050, 'brackets behind it'],
    ['10.50-', undefined, 'a minus behind it'],
    ['10.50 € −', undefined, 'a minus behind it'],
    ['–5,00', undefined, 'a dash for a minus'],
    ['—5,00', undefined, 'a long dash for a minus'],
    ['﹣5,00', undefined, 'a small minus'],
    ['19,99 € – free delivery', 1999, 'a dash between words'],
    ['19⁹⁹', undefined, 'small digits, which may be cents'],
    ['€ −5,00', undefined, 'negative, with the sign of print'],
    ['-$0.001', undefined, 'negative'],
    ['12$50', undefined, 'another sign between the digits'],
    ['19.99–29.99', undefined, 'a range'],
    ['2 x 19.99', undefined, 'a letter between the digits'],
    ['1e3', undefined, 'a letter between the digits'],
    ['free', undefined, 'no digits: nothing, never NaN'],
    ['', undefined, 'nothing'],
    ['9007199254740992', undefined, 'beyond 2^53−1 cents'],
  ])('%j is %j (%s)', (text, cents) => {
    expect(toCents(text)).toBe(cents)
  })

  test('every decimal digit of Unicode is its value', () => {
    const digits = Array.from({ length: 0x20000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /\p{Nd}/u.test(sign))
    const values = digits.map((_, index) => index % 10) // ten in a row, from zero
    expect(digits.map((sign) => toCents(`0.0${sign}`))).toEqual(values)
    expect(digits.length).toBeGreaterThanOrEqual(600)
  })

  test.each([[true], [{}], [[]], [null], [undefined], [Symbol('price')], [new Date(0)]])('%o is nothing', (value) => {
    expect(toCents(value)).toBeUndefined()
  })
})

describe('one separator before exactly three digits is decided by the decimal sign of the page', () => {
  test.each<[string, string | undefined, number | undefined, string]>([
    ['1.299', undefined, undefined, 'ambiguous where it is unknown'],
    ['1,299', undefined, undefined, 'ambiguous where it is unknown'],
    ['0.125', undefined, undefined, 'ambiguous where it is unknown'],
    ['1.299', ',', 129900, 'the dot groups'],
    ['1,299', '.', 129900, 'the comma groups'],
    ['1.299', '.', 130, 'the dot is the decimal sign'],
    ['1,299', ',', 130, 'the comma is the decimal sign'],
    ['1.005', '.', 101, 'half up'],
    ['12.50', ',', 1250, 'two digits are cents all the same'],
    ['0.500', '.', 50, 'the dot is the decimal sign'],
    ['0.500', ',', undefined, 'not 500: no group begins with 0'],
    ['0,500', '.', undefined, 'not 500: no group begins with 0'],
    ['1299.000', '.', 129900, 'the dot is the decimal sign'],
    ['1299.000', ',', undefined, 'not 1,299,000: a first group is of three digits at most'],
    ['1299,000', '.', undefined, 'not 1,299,000: a first group is of three digits at most'],
    ["1'299.000", ',', undefined, 'nor behind another group'],
    ['1299.000', undefined, undefined, 'ambiguous where it is unknown'],
    ['1.299.000', '.', 129900000, 'a separator that repeats groups, whatever the page'],
    ['1,299٫50', '.', 129950, 'two separators say it themselves'],
    ['1.299', 'comma', undefined, 'no sign at all'],
    ['1.299', '٫', undefined, 'a page with Arabic signs says nothing about the Latin ones'],
    ['1.299,00', '.', 129900, 'two separators say it themselves'],
  ])('%j where it is %j is %j (%s)', (text, decimal, cents) => {
    expect(toCents(text, decimal)).toBe(cents)
  })
})

describe('why an amount is not read', () => {
  test.each<[string, boolean, string]>([
    ['1.299', true, 'one separator before three digits'],
    ['0.500', true, 'nor is a group 0'],
    ['free', false, 'no digits'],
    ['-1.299', false, 'negative on every page'],
    ['1.299.00', false, 'no amount on any page'],
  ])('%j is ambiguous: %j (%s)', (amount, expected) => {
    expect(isAmbiguous(amount)).toBe(expected)
  })
})

describe('what a caller passes is cents already', () => {
  test.each<[unknown, number | undefined, string]>([
    [1999, 1999, 'whole'],
    ['1999', 1999, 'digits as text count'],
    [0, 0, 'free'],
    [19.99, undefined, 'not whole'],
    ['19.99', undefined, 'not whole'],
    ['', undefined, 'no digits'],
    [-1, undefined, 'negative'],
    [2 ** 53, undefined, 'beyond 2^53−1'],
    [true, undefined, 'no number'],
    [Number.NaN, undefined, 'no number'],
  ])('%j is %j (%s)', (amount, cents) => {
    expect(toWhole(amount)).toBe(cents)
  })
})

describe('no amount is ever wrong', () => {
  const anyCents = fc.integer({ min: 0, max: 10 ** 12 })

  test('a decimal with two places comes back as its exact cents, as number and as text', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect([toCents(Number(text)), toCents(text)]).toEqual([cents, cents])
      }),
    )
  })

  test('any text is whole cents or nothing', () => {
    const signs = fc.constantFrom(..."0123456789.,٫٬٣৪ -−'’$€x\u00a0\u200f")
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: signs }), fc.string()), (text) => {
        expect(toCents(text) ?? 0).toSatisfy((cents: number) => Number.isSafeInteger(cents) && cents >= 0)
      }),
    )
  })

  describe('what Intl prints comes back exact on a page of that language', () => {
    const locales = readLocales()
    const inEuros = new Map(locales.map((locale) => [locale, toFormat(locale, 'EUR')])) // making one takes longest

    test.each([
      [0, 'nothing'],
      [0.5, 'less than one'],
      [999.999, 'three decimals, or rounded up'],
      [1234, 'whole, one group'],
      [98765.43, 'two digits before the group'],
      [1234567.891, 'several groups'],
      [10000000000, 'many groups'],
    ])('%d in every locale (%s)', (amount) => {
      expect(locales.flatMap((locale) => misread(locale, 'EUR', amount))).toEqual([])
    })

    test('1234.5 in every currency', () => {
      const some = ['en', 'de', 'fr', 'fr-CH', 'es', 'pl', 'ar-EG', 'fa', 'hi', 'ja', 'pt-CV', 'sd-PK'] // each a way of its own
      expect(some.flatMap((locale) => CURRENCIES.flatMap((currency) => misread(locale, currency, 1234.5)))).toEqual([])
    })

    test('any amount in any locale and currency', () => {
      const amount = fc.oneof(fc.integer({ min: 0, max: 10 ** 7 }), fc.integer({ min: 0, max: 10 ** 13 - 1 }))
      const printed = fc.property(
        fc.constantFrom(...locales),
        fc.constantFrom(...CURRENCIES),
        amount,
        fc.nat(4),
        (locale, currency, digits, places) => {
          expect(misread(locale, currency, Number(`${digits}e-${places}`))).toEqual([])
        },
      )
      fc.assert(printed, { numRuns: 4_000 })
    })

    /** What was read wrongly, or refused though it is plain; nothing when all is well. */
    function misread(locale: string, currency: string, amount: number) {
      const format = (currency === 'EUR' && inEuros.get(locale)) || toFormat(locale, currency)
      const parts = format.formatToParts(amount)
      const text = parts.map(({ value }) => value).join('')
      const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? readDecimal(locale, currency)
      const read = toCents(text, decimal)
      const right = read === toExactCents(amount, Number(format.resolvedOptions().maximumFractionDigits))
      return right || (read === undefined && !isPlain(parts, decimal))
        ? []
        : [{ locale, currency, text, decimal, read }]
    }
  })
})

/** The amount in cents, half up, as Intl prints it with so many places; on whole numbers, which are exact. */
function toExactCents(amount: number, places: number): number {
  const options = { useGrouping: false, minimumFractionDigits: places, maximumFractionDigits: places }
  const digits = BigInt(new Intl.NumberFormat('en', options).format(amount).replace('.', ''))
  const one = BigInt(10 ** places)
  return Number((digits * 200n + one) / (one * 2n))
}

/** Signs of amounts that everyone reads in one way, and of one before three digits the page says which it is. */
function isPlain(parts: Intl.NumberFormatPart[], decimal: string | undefined): boolean {
  const signs = parts.filter(({ type }) => /group|decimal/.test(type)).map(({ value }) => value)
  const dots = signs.filter((sign) => !/[\s'’]/.test(sign))
  const told = /[.,]/.test(`${decimal}`) || dots.length !== 1 || /[٫٬]/.test(`${dots[0]}`)
  return told && signs.every((sign) => /^[.,٫٬\s'’]$/.test(sign))
}

function toFormat(locale: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'currency', currency })
}

/** The sign is the currency format's: the number format has another one in fr-CH. */
function readDecimal(locale: string, currency: string): string | undefined {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 1 })
  return format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
}
