/** Any amount becomes whole cents, or nothing; never a wrong one. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attempt } from '../../../../src/snippet/attempt.js'
import { toCents as readCents, toWhole } from '../../../../src/snippet/normalise/cents.js'

/** Nothing also where the reason is thrown. */
const toCents = (amount: unknown, decimal?: string) => attempt(() => readCents(amount, decimal))

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
    ['1,2,3', undefined, 'a separator that repeats, but not before three digits'],
    ['1.299,00.5', undefined, 'the last separator was there before another'],
    ['1.2,3.456', undefined, 'two separators that both repeat'],
    ['1\u00a0299,00', 129900, 'no-break space'],
    ['1\u202f299,00', 129900, 'narrow no-break space'],
    ["1'299.50", 129950, 'Swiss apostrophe'],
    ['1’299.50', 129950, 'Swiss apostrophe, typeset'],
    ['CHF 1’299.–', 129900, 'Swiss dash'],
    ['\u200f1,299.50\u200f ₪', 129950, 'direction marks'],
    ['12\u200b.50', 1250, 'format characters within'],
    ['Rs.500', 50000, 'the dot belongs to the currency'],
    ['S/.500', 50000, 'the dot belongs to the currency'],
    ['.50', undefined, 'nobody can tell whether the dot counts'],
    ['$.99', undefined, 'nobody can tell whether the dot counts'],
    ['-5.00', undefined, 'negative'],
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
    ['1.299', '٫', undefined, 'a page with Arabic signs says nothing about the Latin ones'],
    ['1.299,00', '.', 129900, 'two separators say it themselves'],
  ])('%j where it is %j is %j (%s)', (text, decimal, cents) => {
    expect(toCents(text, decimal)).toBe(cents)
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
    const signs = fc.constantFrom(..."0123456789.,٫٬٣ -−'’$€x\u00a0\u200f")
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: signs }), fc.string()), (text) => {
        expect(toCents(text) ?? 0).toSatisfy((cents: number) => Number.isSafeInteger(cents) && cents >= 0)
      }),
    )
  })

  test('what Intl prints in any language and currency comes back exact, or as nothing', () => {
    const amounts = [0, 5, 99, 999, 1234, 12345, 123456, 1234567, 123456789, 98765432100]
    const wrong = toLanguages().flatMap((language) => {
      const decimal = readDecimal(language)
      return ['EUR', 'USD', 'CHF', 'JPY', 'INR', 'KWD', 'PEN', 'SEK'].flatMap((currency) => {
        const format = new Intl.NumberFormat(language, { style: 'currency', currency })
        const scale = 10 ** Number(format.resolvedOptions().maximumFractionDigits)
        return amounts
          .map((minor) => ({ text: format.format(minor / scale), cents: Math.floor((minor * 100) / scale + 0.5) }))
          .filter(({ text, cents }) => ![cents, undefined].includes(toCents(text, decimal)))
          .map((amount) => ({ language, currency, ...amount, read: toCents(amount.text, decimal) }))
      })
    })
    expect(wrong).toEqual([])
  }, 30_000)
})

/** Every language this runtime knows, and each in the countries where amounts are written in another way. */
function toLanguages(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const two = letters.flatMap((a) => letters.map((b) => a + b))
  const three = two.flatMap((start) => letters.map((c) => start + c))
  const countries = ['de-AT', 'de-CH', 'de-LI', 'fr-CH', 'it-CH', 'fr-CA', 'en-IN', 'en-ZA', 'en-CH', 'en-AT', 'es-MX']
  const more = ['es-PE', 'es-PA', 'es-CR', 'pt-PT', 'pt-CV', 'ar-EG', 'ar-AE', 'ar-MA', 'ar-SA', 'nl-BE', 'sr-Latn']
  const languages = Intl.NumberFormat.supportedLocalesOf([...two, ...three])
  return [...languages, ...countries, ...more]
}

/** As the snippet does it for the language of the page. */
function readDecimal(language: string): string | undefined {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
  return format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
}
