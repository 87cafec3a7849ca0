/**
 * Where the shop sells: language, currency, prices' form. Amounts are whole minor units of the currency, as shops keep
 * them: 1999 is €19.99, ¥1,999 and 1.999 Bahraini dinar.
 */

export type Currency = 'EUR' | 'USD' | 'GBP' | 'CHF' | 'JPY' | 'BHD'

export interface Market {
  id: string
  /** What the demo calls it when one is chosen. */
  name: string
  about: string
  /** The language of the pages, `<html lang>`. */
  lang: string
  words: 'en' | 'de' | 'ar'
  currency: Currency
  /** What the shipping of one order costs, and from which sum of goods it is free. */
  shipping: number
  freeFrom: number
  /** Contained in prices, in tenths of a per cent; 0 where prices are without tax. */
  taxPerMille: number
}

export const markets: [Market, ...Market[]] = [
  toMarket('en-IE', 'Ireland', 'English, euro', 'en', 'EUR', 460, 6000, 230),
  toMarket('de-DE', 'Germany', 'German, euro', 'de', 'EUR', 460, 6000, 190),
  toMarket('en-US', 'United States', 'English, dollar', 'en', 'USD', 595, 7500, 0),
  toMarket('en-GB', 'Britain', 'English, pound', 'en', 'GBP', 395, 5000, 200),
  toMarket('de-CH', 'Switzerland', 'German, franc', 'de', 'CHF', 690, 7000, 81),
  toMarket('en-JP', 'Japan', 'English, yen without decimals', 'en', 'JPY', 660, 8000, 100),
  // Says with which digits it writes, as many shops there do: without it "8.505" could be 8 505 to a reader.
  toMarket('ar-BH-u-nu-latn', 'Bahrain', 'Arabic, dinar with three decimals', 'ar', 'BHD', 1500, 25000, 100),
]

function toMarket(
  lang: string,
  name: string,
  about: string,
  words: Market['words'],
  currency: Currency,
  shipping: number,
  freeFrom: number,
  taxPerMille: number,
): Market {
  return { id: lang.slice(0, 5), name, about, lang, words, currency, shipping, freeFrom, taxPerMille }
}

/** The first when there is none of this name. */
export const findMarket = (id: string | undefined): Market => markets.find((each) => each.id === id) ?? markets[0]

const formats = new Map(
  markets.map(({ lang, currency }) => [lang, new Intl.NumberFormat(lang, { style: 'currency', currency })]),
)

/** Prints an amount as shoppers read it: 1999 is "€19.99" in Ireland and "19,99 €" in Germany. */
export const toPrice = (minor: number, market: Market): string => toFormat(market).format(toDecimal(minor, market))

/** 1999 is 19.99: the double nearest to it, which JSON prints with the same digits. */
export const toDecimal = (minor: number, market: Market): number => minor / 10 ** countDigits(market)

/** 1999 is "19.99": with as many decimals as the currency has. */
export const toDecimalText = (minor: number, market: Market): string =>
  toDecimal(minor, market).toFixed(countDigits(market))

/** Hundredths of the major unit, half up, as the API counts in every currency: ¥1,000 is 100000, 1.005 dinar is 101. */
export function toHundredths(minor: number, market: Market): number {
  const digits = countDigits(market)
  return digits <= 2 ? minor * 10 ** (2 - digits) : Math.floor((minor + 5 * 10 ** (digits - 3)) / 10 ** (digits - 2))
}

const countDigits = (market: Market): number => toFormat(market).resolvedOptions().maximumFractionDigits ?? 2

function toFormat({ lang }: Market): Intl.NumberFormat {
  const format = formats.get(lang)
  if (!format) throw new Error(`There is no market ${lang}.`)
  return format
}
