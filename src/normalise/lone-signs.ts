/** What one sign before exactly three digits means: nothing else of an amount depends on where it stands. */

export type LoneSigns = Record<'.' | ',', 'decimal' | 'groups' | 'ambiguous'>

export const LONE_SIGNS = {
  /** Data has decimal numbers as programs write them; a comma may be anything. */
  data: { '.': 'decimal', ',': 'ambiguous' },
  /** Data of currencies without decimals: a comma groups; a dot may be a group that was printed. */
  dataWithoutDecimals: { '.': 'ambiguous', ',': 'groups' },
  /** Shoppers see prices with two decimals or none. */
  shown: { '.': 'groups', ',': 'groups' },
  /** Prices with three decimals, in some currencies. */
  threeDecimals: { '.': 'decimal', ',': 'decimal' },
  /** Prices mostly without decimals, though ISO 4217 says three. */
  unknown: { '.': 'ambiguous', ',': 'ambiguous' },
  dotIsDecimal: { '.': 'decimal', ',': 'groups' },
  commaIsDecimal: { '.': 'groups', ',': 'decimal' },
} satisfies Record<string, LoneSigns>

/** What the order says of its amounts. */
export interface Shown {
  /** The decimal sign, as the shop has set it. */
  decimal?: '.' | ',' | undefined
  currency?: string | undefined
}

/** Currencies of three decimals (ISO 4217), and how their shops write them beside an amount. */
const THREE_DECIMALS = [
  ...['BHD', 'BD', 'د.ب', 'بحريني'],
  ...['JOD', 'JD', 'د.أ', 'أردني'],
  ...['KWD', 'KD', 'د.ك', 'كويتي'],
  ...['LYD', 'LD', 'د.ل', 'ليبي'],
  ...['OMR', 'RO', 'ر.ع', 'عماني'],
  ...['TND', 'DT', 'د.ت', 'تونسي'],
]
/** Currencies without decimals (ISO 4217). */
const NO_DECIMALS = [
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
]
/** ISO 4217 gives the dinar of Iraq three decimals too; its shops print mostly none. */
const UNKNOWN = ['IQD', 'د.ع']
/** The word alone: dinars have two decimals or three, by the country. */
const ANY_DINAR = ['دينار', 'دينارا', 'دنانير', 'dinar', 'dinars', 'Dinar', 'Dinars']
const NAME = /(?<!\p{L})(?:[A-Z]{2,3}|[Dd]inars?|[در]\.[أبتعكل]|[أ-ي]{4,6})(?!\p{L})/gu

/** Decides by the order's currency: data has no other sign of how its texts were made. */
export const toDataSigns = ({ currency = '' }: Shown): LoneSigns =>
  NO_DECIMALS.includes(currency.toUpperCase()) ? LONE_SIGNS.dataWithoutDecimals : LONE_SIGNS.data

/** @param text the amount with what stands round it: a currency there is the amount's own */
export function toShownSigns(text: unknown, { decimal, currency }: Shown): LoneSigns {
  if (decimal !== undefined) return decimal === '.' ? LONE_SIGNS.dotIsDecimal : LONE_SIGNS.commaIsDecimal
  const names = typeof text === 'string' ? (text.slice(0, 200).match(NAME) ?? []) : []
  const all = currency === undefined ? names : [...names, currency.toUpperCase()]
  if (all.some((name) => THREE_DECIMALS.includes(name))) return LONE_SIGNS.threeDecimals
  const unknown = currency === undefined ? [...UNKNOWN, ...ANY_DINAR] : UNKNOWN
  return all.some((name) => unknown.includes(name)) ? LONE_SIGNS.unknown : LONE_SIGNS.shown
}
