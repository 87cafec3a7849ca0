/** Promise: any amount becomes whole cents, or a word with the reason. It never becomes a wrong amount. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NoCents, toCents, toWhole } from '../../../src/normalise/cents.js'
import { LONE_SIGNS, type LoneSigns, toDataSigns, toShownSigns } from '../../../src/normalise/lone-signs.js'
import { isLong } from '../../support/long.js'

const { data, shown } = LONE_SIGNS
type Row = [amount: number | string, cents: number | NoCents, reason: string]

test.each<Row>([
  [19.99, 1999, 'on decimal digits: 19.99 × 100 is 1998.9999999999998'],
  [1000, 100000, 'hundredths of the major unit in every currency, yen too'],
  [1.005, 101, 'half up'],
  [1.0049, 100, 'less than half goes'],
  [0.615, 62, 'half up, where binary would round down'],
  [0, 0, 'free'],
  [1e-7, 0, 'a binary sum that should be zero'],
  [0.1 + 0.2 - 0.3, 0, 'a binary sum that should be zero'],
  [0.000001, 0, 'the smallest that prints without exponent'],
  [9999999999999.99, 999999999999999, 'fifteen digits'],
  [90071992547409.92, 'unreadable', 'beyond 2^53−1 cents'],
  [1e21, 'unreadable', 'prints with an exponent'],
  [1.25e21, 'unreadable', 'its digits are not its value'],
  [1.5e300, 'unreadable', 'huge'],
  [-1, 'negative', 'negative'],
  [-0.001, 'negative', 'negative, however little'],
  [1.0049999, 100, 'not rounded twice'],
  [Number.NaN, 'unreadable', 'no number'],
  [Number.POSITIVE_INFINITY, 'unreadable', 'no amount'],
])('a number of the page becomes whole cents: %d is %j (%s)', (amount, cents) => {
  expect(toCents(amount, data)).toBe(cents)
})

describe('text becomes whole cents, in data and as shoppers see it', () => {
  test.each<Row>([
    ['12.5', 1250, 'one decimal is tens of cents'],
    ['12', 1200, 'major units, also without a separator'],
    ['19.99', 1999, 'dot'],
    ['19,99', 1999, 'comma'],
    ['  € 19,99 *', 1999, 'from the first to the last digit'],
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
    ['1,2,3', 'unreadable', 'a separator that repeats, but not before three digits'],
    ['1.299.00', 'unreadable', 'a separator that repeats, but not before three digits'],
    ['12,34,56', 'unreadable', 'a separator that repeats, but not before three digits'],
    ['1.2345.678', 'unreadable', 'a group does not have four digits'],
    ['1.2.345', 'unreadable', 'only the first group may have one digit'],
    ['1234.567.890', 'unreadable', 'the first group is too long'],
    ['0.500.000', 'unreadable', 'a group does not begin with 0'],
    ['0.500,00', 'unreadable', 'a group does not begin with 0'],
    ['1234.567,89', 'unreadable', 'the first group is too long'],
    ['1,2.50', 'unreadable', 'only the first group may have one digit'],
    ['12.05,99', 'unreadable', 'the last group has two digits'],
    ['1.23,456.78', 'unreadable', 'three parts, each by another sign'],
    ['1.299,00.5', 'unreadable', 'the last separator was there before another'],
    ['1.2,3.456', 'unreadable', 'two separators that both repeat'],
  ])('%j is %j (%s)', (text, cents) => {
    expect([toCents(text, data), toCents(text, shown)]).toEqual([cents, cents])
  })

  test.each<Row>([
    ['1\u00a0299,00', 129900, 'no-break space'],
    ['1\u202f299,00', 129900, 'narrow no-break space'],
    ['1 299', 129900, 'a blank groups'],
    ['12 50', 'unreadable', 'a blank that does not group: two numbers, perhaps'],
    ['2 19.99', 'unreadable', 'a quantity before a price'],
    ["1'299.50", 129950, 'Swiss apostrophe'],
    ["1'299.000", 129900, 'two different separators: the last is the decimal sign'],
    ['1’299.50', 129950, 'Swiss apostrophe, typeset'],
    ['\u200f1,299.50\u200f ₪', 129950, 'direction marks'],
    ['12\u200b.50', 1250, 'format characters within'],
    ['12 .50', 1250, 'a blank before the sign'],
    ['12٫50', 1250, 'Arabic decimal sign'],
    ['1٬299٫50', 129950, 'Arabic group sign'],
    ['1٬299', 129900, 'the Arabic group sign is never ambiguous'],
    ['12٫500', 1250, 'the Arabic decimal sign is never ambiguous'],
    ['1٬299٬000', 129900000, 'Arabic groups'],
    ['1٬299.50', 129950, 'a dot after Arabic groups, as in Sindhi'],
    ['1٬50', 'unreadable', 'the Arabic group sign, but not before three digits'],
    ['0٬500', 'unreadable', 'a group does not begin with 0'],
    ['1٫299٫00', 'unreadable', 'two decimal signs'],
    ['١٬٢٩٩٫٥٠', 129950, 'Arabic digits'],
    ['۱٬۲۹۹٫۵۰ ریال', 129950, 'Persian digits'],
    ['रु १,२९,९९९.५०', 12999950, 'Devanagari digits, Indian groups'],
    ['৳\u00a0১২ ৩৪৫,৬', 1234560, 'Bengali digits, groups by a space'],
    ['၁၂.၅၀', 1250, 'Burmese digits'],
    ['𞥑𞥒.𞥕𞥐', 1250, 'digits of two units of UTF-16'],
    ['𝟙𝟐.𝟻𝟘', 1250, 'rows of digits that touch'],
    ['12.٥0', 1250, 'digits of two scripts'],
  ])('%j is %j, in any script (%s)', (text, cents) => {
    expect(toCents(text, shown)).toBe(cents)
  })

  test.each<Row>([
    ['19,-', 1900, 'a dash for the cents'],
    ['45,--', 4500, 'two dashes'],
    ['EUR 45,--', 4500, 'two dashes'],
    ['45,=', 4500, 'as in the Netherlands'],
    ['1 299:-', 129900, 'as in Sweden'],
    ['₹1,499/-', 149900, 'as in India'],
    ['CHF 1’299.–', 129900, 'as in Switzerland'],
    ['1.299,–', 129900, 'so the dot groups'],
    ['12⁹⁹ €', 1299, 'raised cents'],
    ['12 ⁹⁹', 1299, 'raised cents on a line of their own'],
    ['12,⁹⁹', 1299, 'raised cents after a sign'],
    ['1.299⁹⁹ €', 129999, 'raised cents, so the dot groups'],
    ['12,99¹', 1299, 'a footnote'],
    ['12,99¹²', 1299, 'two footnotes, or the twelfth: the cents are there'],
    ['12¹', 1200, 'a footnote'],
    ['2½', 'unreadable', 'a half'],
    ['½', 'unreadable', 'no digit'],
  ])('%j is %j, as printed (%s)', (text, cents) => {
    expect(toCents(text, shown)).toBe(cents)
  })

  test.each<Row>([
    ['Rs.500', 50000, 'the dot belongs to the currency'],
    ['Rs. 500', 50000, 'the dot belongs to the currency'],
    ['S/.500', 50000, 'the dot belongs to the currency'],
    ['.50', 'unreadable', 'the dot may be a decimal sign'],
    ['$.99', 'unreadable', 'the dot may be a decimal sign'],
    ['USD .50', 'unreadable', 'the dot may be a decimal sign'],
    ['Total:,50', 'unreadable', 'the comma may be a decimal sign'],
    ['Sub-total: 12.50', 1250, 'a hyphen within a word'],
    ['-5.00', 'negative', 'a minus'],
    ['EUR -5.00', 'negative', 'a minus'],
    ['- 5,00 €', 'negative', 'a minus and a blank'],
    ['-€5.00', 'negative', 'a minus before the currency'],
    ['5.00-', 'negative', 'a minus after it'],
    ['(10.50)', 'negative', 'as accountants write it'],
    ['(€ 10.50)', 'negative', 'as accountants write it'],
    ['–5,00', 'negative', 'a dash as a minus'],
    ['—5,00', 'negative', 'a long dash as a minus'],
    ['﹣5,00', 'negative', 'a small minus'],
    ['€ −5,00', 'negative', 'the sign of print'],
    ['-$0.001', 'negative', 'however little'],
    ...['[12.50]', '{12.50}', '⟨12.50⟩', '₋12.50', '－12.50'].map(
      (text): Row => [text, 'negative', 'a minus, or brackets'],
    ),
    ['12.50 (-)', 'unreadable', 'a minus at its end'],
    ['10.50 € −', 'unreadable', 'a minus at its end'],
    ['(je 12,50 €)', 'unreadable', 'in brackets with words'],
    ['–', 'unreadable', 'no digits'],
    ['10.50 (incl. VAT)', 1050, 'brackets after it'],
    ['19,99 € – free delivery', 1999, 'a dash between words'],
    ['12$50', 'unreadable', 'another sign between the digits'],
    ['19.99–29.99', 'unreadable', 'a range'],
    ['2 x 19.99', 'unreadable', 'a letter between the digits'],
    ['٣ x ١٩', 'unreadable', 'a letter between the digits'],
    ['1e3', 'unreadable', 'a letter between the digits'],
    ['free', 'unreadable', 'no digits: nothing, never NaN'],
    ['', 'unreadable', 'nothing'],
    ['9007199254740992', 'unreadable', 'beyond 2^53−1 cents'],
    [`${'Total with all taxes '.repeat(4)} € 12.50`, 1250, 'a whole sentence'],
    [`${' \n'.repeat(900)}€ 12.50`, 1250, 'indented'],
    [`${'so much text '.repeat(20)} 12.50`, 'unreadable', 'cut, it might be another number'],
    ['1'.repeat(65), 'unreadable', 'more digits than any number has'],
    [`${'0'.repeat(61)}1.50`, 'unreadable', 'longer than any amount'],
  ])('%j is %j (%s)', (text, cents) => {
    expect(toCents(text, shown)).toBe(cents)
  })

  test('every decimal digit of Unicode is its value', () => {
    const digits = Array.from({ length: 0x20000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => /\p{Nd}/u.test(sign))
    const values = digits.map((_, index) => index % 10) // ten in a row, from zero
    expect(digits.map((sign) => toCents(`0.0${sign}`, data))).toEqual(values)
    expect(digits.length).toBeGreaterThanOrEqual(600)
  })

  test.each([[true], [{}], [[]], [null], [undefined], [Symbol('price')], [new Date(0)]])(
    '%o is unreadable',
    (value) => {
      expect(toCents(value, data)).toBe('unreadable')
    },
  )
})

describe('one sign before exactly three digits', () => {
  const kuwait = toShownSigns('', { currency: 'KWD' })
  const iraq = toShownSigns('', { currency: 'IQD' })
  const euro = toShownSigns('', { currency: 'EUR' })
  const algeria = toShownSigns('1.299 دينار', { currency: 'DZD' })
  const dot = toShownSigns('', { decimal: '.', currency: 'EUR' })
  const comma = toShownSigns('', { decimal: ',', currency: 'KWD' })

  test.each<[string, LoneSigns, number | NoCents, string]>([
    ['45.500', data, 4550, 'in data a dot is decimal'],
    ['1.005', data, 101, 'half up'],
    ['0.500', data, 50, 'in data a dot is decimal'],
    ['1,299', data, 'ambiguous_amount', 'in data a comma may be either'],
    ['0,500', data, 'ambiguous_amount', 'in data a comma may be either'],
    ['1.299', shown, 129900, 'shoppers see groups'],
    ['€1,299', shown, 129900, 'shoppers see groups'],
    ['0.500', shown, 'ambiguous_amount', 'a group does not begin with 0'],
    ['1299.000', shown, 'ambiguous_amount', 'the first group does not have four digits'],
    ['1.299', euro, 129900, 'two decimals, so it groups'],
    ['1.299 دينار', algeria, 129900, 'the order’s currency names the dinar: two decimals'],
    ['1.299', kuwait, 130, 'three decimals'],
    ['1,299', kuwait, 130, 'three decimals'],
    ['1,299', iraq, 'ambiguous_amount', 'three decimals by the standard, but none in its shops'],
    ['1.299', dot, 130, 'as the shop has set it'],
    ['1,299', dot, 129900, 'as the shop has set it'],
    ['1.299', comma, 129900, 'as the shop has set it, whatever the currency'],
    ['1.299.000', dot, 129900000, 'a sign that repeats groups, whatever is set'],
    ['1.299,00', dot, 129900, 'two different signs decide by themselves'],
    ['12.50', comma, 1250, 'two digits are cents in any case'],
    ['1,299٫50', dot, 129950, 'two different signs decide by themselves'],
  ])('%j by %j is %j (%s)', (text, lone, cents) => {
    expect(toCents(text, lone)).toBe(cents)
  })

  /** Amounts that systems print for people into their data. `owner/name#1` is a report on github.com. */
  test.each<[string, string | undefined, number | NoCents, string]>([
    ['129.90', 'COP', 12990, 'two decimals'],
    ['129900', 'COP', 12990000, 'no sign'],
    ['1.299 EUR', undefined, 129900, 'letters next to it, so it was printed for people'],
    ['1.299', 'EUR', 130, 'a program’s decimals'],
    ['1,980', 'JPY', 198000, 'yen have no decimals'],
    ['0.500 €', 'EUR', 'ambiguous_amount', 'a group does not begin with 0'],
    ['12.500 KD', 'KWD', 1250, 'three decimals'],
    ['1.299 €', 'EUR', 129900, 'a shop without cents'],
    ['1,299 USD', 'USD', 129900, 'Shopify’s money_with_currency, without cents'],
    ['Rp 250.000', 'IDR', 25000000, 'a shop in Indonesia'],
    ['$1.000', 'CLP', 100000, 'a shop in Chile, RubyMoney/money#165'],
    ['$ 129.900', 'COP', 12990000, 'a shop in Colombia'],
    ['12.990 Ft', 'HUF', 1299000, 'a shop in Hungary'],
    ['Rs.1,499', 'INR', 149900, 'a shop in India'],
    ['7.500 KWD', 'KWD', 750, 'activemerchant/active_merchant#2860'],
    ['BD 250.850', 'BHD', 25085, 'a school in Bahrain, qdocsdev/smartschool#11'],
    ['129.900', 'COP', 'ambiguous_amount', 'a shop in Colombia, without its sign'],
    ['123.000', 'IDR', 'ambiguous_amount', 'a helper for rupiahs, without its sign'],
    ['12.990', 'HUF', 'ambiguous_amount', 'a shop in Hungary, without its sign'],
    ['132.499', 'ARS', 'ambiguous_amount', 'a shop in Argentina, without its sign'],
    ['1,000', 'GBP', 'ambiguous_amount', 'magento/magento2#37708'],
  ])('%j of %s in data is %j (%s)', (text, currency, cents) => {
    expect(toCents(text, toDataSigns(text, { currency }))).toBe(cents)
  })

  test.each([
    ['KWD 1.299', 130],
    ['1.299 KD', 130],
    ['1,500 DT', 150],
    ['د.ك.\u200f 1.299', 130],
    ['12.500 دينار كويتي', 1250],
    ['12.500 ريال عماني', 1250],
    ['12.500 دينار', 'ambiguous_amount'],
    ['12.500 دينار عراقي', 'ambiguous_amount'],
    ['5.500 دنانير', 'ambiguous_amount'],
    ['12.500 دينارًا', 'ambiguous_amount'],
    ['12.500 ديناراً', 'ambiguous_amount'],
    ['12.50 دينار', 1250],
    ['1.299 ريال سعودي', 129900],
    ['12,500 dinars', 'ambiguous_amount'],
    ['12.500 Kuwaiti Dinar', 'ambiguous_amount'],
    ['IQD 1,299', 'ambiguous_amount'],
    ['USD 1,299', 129900],
    ['KWDX 1.299', 129900],
    ['के.दब्ल्यु.दि 12.340', 1234],
    ['रु 1,299', 129900],
  ])('%j is %j: the currency next to it decides', (text, cents) => {
    expect(toCents(text, toShownSigns(text, {}))).toBe(cents)
  })
})

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
])('a passed amount is already in cents: %j is %j (%s)', (amount, cents) => {
  expect(toWhole(amount)).toBe(cents)
})

describe('an amount is never wrong', () => {
  const anyCents = fc.integer({ min: 0, max: 10 ** 12 })

  test('a decimal with two places comes back as its exact cents, as number and as text', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect([toCents(Number(text), data), toCents(text, data), toCents(text, shown)]).toEqual([cents, cents, cents])
      }),
    )
  })

  test('any text is whole cents or a word with the reason', () => {
    const signs = fc.constantFrom(..."0123456789.,٫٬٣৪ -−'’$€x⁹\u00a0\u200f")
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: signs }), fc.string()), (text) => {
        const cents = toCents(text, shown)
        expect(['ambiguous_amount', 'negative', 'unreadable', Number(cents)]).toContain(cents)
        expect(typeof cents === 'string' ? 0 : cents).toSatisfy(
          (whole: number) => Number.isSafeInteger(whole) && whole >= 0,
        )
      }),
    )
  })
})

const CURRENCIES = Intl.supportedValuesOf('currency')

/** Scripts with their own digits or signs, in which some languages are written besides their usual script. */
const SCRIPTS = ['Latn', 'Cyrl', 'Arab', 'Deva', 'Adlm', 'Beng', 'Guru', 'Hans', 'Hant', 'Mtei', 'Olck', 'Telu', 'Tfng']

/**
 * Lists all locales. `Intl.supportedValuesOf('locale')` does not exist, so this tries every code of two or three letters, then each
 * known language with each script and each country. A locale counts if the runtime has its own data for it.
 */
function readLocales(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const two = letters.flatMap((a) => letters.map((b) => a + b))
  const three = two.flatMap((start) => letters.map((c) => start + c))
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const countries = two.map((code) => code.toUpperCase()).filter((code) => names.of(code))

  const known = Intl.NumberFormat.supportedLocalesOf([...two, ...three])
  const languages = [...new Set(known.map((tag) => new Intl.Locale(tag).language))]
  const written = languages.flatMap((tag) => [tag, ...SCRIPTS.map((script) => `${tag}-${script}`)])
  return written
    .filter(hasData)
    .flatMap((tag) => [tag, ...countries.map((country) => `${tag}-${country}`).filter(hasData)])
}

/** Tells whether a locale has its own data. Without data, the runtime resolves it to a more general locale. */
function hasData(tag: string): boolean {
  return new Intl.NumberFormat(tag).resolvedOptions().locale === tag
}

describe('prices printed by Intl are exact or refused, in data and as shoppers see them', () => {
  const locales = readLocales()

  const amounts = [0, 0.5, 7, 12.34, 999.999, 1234, 1234.5, 98765.43, 1234567.891, 10000000000]
  /** Each of these writes amounts in its own way. */
  const some = ['en', 'de', 'fr', 'fr-CH', 'es', 'pl', 'ar-EG', 'fa', 'hi', 'ja', 'pt-CV', 'sd-PK']

  test.each(isLong ? CURRENCIES : ['EUR', 'JPY', 'KWD'])('%s in every locale', (currency) => {
    expect(locales.flatMap((locale) => misread(locale, currency, amounts))).toEqual([])
  })

  test.each(some)('every currency in %s', (locale) => {
    expect(CURRENCIES.flatMap((currency) => misread(locale, currency, amounts))).toEqual([])
  })

  test('any amount in any locale and currency', () => {
    const amount = fc.oneof(fc.integer({ min: 0, max: 10 ** 7 }), fc.integer({ min: 0, max: 10 ** 13 - 1 }))
    const printed = fc.property(
      fc.constantFrom(...locales),
      fc.constantFrom(...CURRENCIES),
      amount,
      fc.nat(4),
      (locale, currency, digits, places) => {
        expect(misread(locale, currency, [Number(`${digits}e-${places}`)])).toEqual([])
      },
    )
    fc.assert(printed, { numRuns: 1_500 })
  }, 120_000)

  /** Lists texts that are read wrongly. Lists also texts that are refused although their signs are known. */
  function misread(locale: string, currency: string, amounts: number[]) {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
    const places = Number(format.resolvedOptions().maximumFractionDigits)
    return amounts.flatMap((amount) => {
      const text = format.format(amount)
      const mayRefuse = currency === 'IQD' || locale === 'tok' || !hasKnownSigns(format.formatToParts(amount))
      const isRight = (read: unknown) =>
        read === toExactCents(amount, places) || (typeof read === 'string' && mayRefuse)
      const read = [toShownSigns(text, { currency }), toDataSigns(text, { currency })].map((lone) =>
        toCents(text, lone),
      )
      return read.every(isRight) ? [] : [{ locale, currency, text, read }]
    })
  }

  test('the bare number in data, with the places of its currency', () => {
    const wrong = some.flatMap((locale) => CURRENCIES.flatMap((currency) => misreadBare(locale, currency, amounts)))
    expect(wrong).toEqual([])
  })

  /** Lists bare numbers that are read wrongly. Many are ambiguous, so they may be refused. */
  function misreadBare(locale: string, currency: string, amounts: number[]) {
    const { maximumFractionDigits: places = 0 } = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
    }).resolvedOptions()
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places })
    return amounts.flatMap((amount) => {
      const text = format.format(amount)
      const read = toCents(text, toDataSigns(text, { currency }))
      return typeof read === 'string' || read === toExactCents(amount, places) ? [] : [{ locale, currency, text, read }]
    })
  }
})

/** Cape Verde uses `$` as a decimal sign, and Adlam has its own comma. (Toki Pona, `tok`, groups by two.) */
function hasKnownSigns(parts: Intl.NumberFormatPart[]): boolean {
  return parts.every(({ type, value }) => !/group|decimal/.test(type) || /^[.,٫٬\s'’]$/.test(value))
}

/** The amount in cents, half up, from Intl's text with so many places. It uses whole numbers, which are exact. */
function toExactCents(amount: number, places: number): number {
  const options = { useGrouping: false, minimumFractionDigits: places, maximumFractionDigits: places }
  const digits = BigInt(new Intl.NumberFormat('en', options).format(amount).replace('.', ''))
  const one = BigInt(10 ** places)
  return Number((digits * 200n + one) / (one * 2n))
}
