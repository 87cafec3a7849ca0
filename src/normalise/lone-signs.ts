/** Decides the meaning of one sign before exactly three digits. The rest of an amount does not depend on its place. */

export type LoneSigns = Record<'.' | ',', 'decimal' | 'groups' | 'ambiguous'>

export const LONE_SIGNS = {
  /** Data has decimal numbers as programs write them. A comma may be either. */
  data: { '.': 'decimal', ',': 'ambiguous' },
  /** Data of currencies without decimals: a comma groups. A dot may be one, if the text was printed for people. */
  dataWithoutDecimals: { '.': 'ambiguous', ',': 'groups' },
  /** Shoppers see prices with two decimals or none. */
  shown: { '.': 'groups', ',': 'groups' },
  /** Currencies whose prices have three decimals. */
  threeDecimals: { '.': 'decimal', ',': 'decimal' },
  /** Currencies whose prices mostly have no decimals, although ISO 4217 gives them some. */
  unknown: { '.': 'ambiguous', ',': 'ambiguous' },
  dotIsDecimal: { '.': 'decimal', ',': 'groups' },
  commaIsDecimal: { '.': 'groups', ',': 'decimal' },
} satisfies Record<string, LoneSigns>

/** The facts about an order's amounts. */
export interface Notation {
  /** The decimal sign, as the shop has set it. */
  decimal?: '.' | ',' | undefined
  currency?: string | undefined
}

/** Currencies of three decimals (ISO 4217), and how their shops write them next to an amount. */
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
/** ISO 4217 gives the dinar of Iraq three decimals too, but its shops print mostly none. */
const UNKNOWN = ['IQD', 'د.ع']
/** The word alone. Dinars have two decimals or three, by the country. */
const ANY_DINAR = ['دينار', 'دينارا', 'دنانير', 'dinar', 'dinars', 'Dinar', 'Dinars']
/** Currencies that people print without decimals, although ISO 4217 gives them some: CLDR, "currencyData", and the peso of Argentina. */
const PRINTED_WITHOUT_DECIMALS = [
  ...[
    'AFN',
    'ALL',
    'ARS',
    'COP',
    'HUF',
    'IDR',
    'IQD',
    'IRR',
    'KPW',
    'LAK',
    'LBP',
    'MGA',
    'MMK',
    'PKR',
    'SLL',
    'SOS',
    'SYP',
    'YER',
  ],
]
const NAME = /(?<!\p{L})(?:[A-Z]{2,3}|[Dd]inars?|[در]\.[أبتعكل]|[أ-ي]{4,6})(?!\p{L})/gu

/**
 * Decides for data. If letters or a currency's sign are next to the number, the text was printed for people. Otherwise the currency
 * decides: `129.900` may be a printed number of pesos.
 */
export function toDataSigns(amount: unknown, notation: Notation): LoneSigns {
  if (typeof amount === 'string' && /[\p{L}\p{Sc}]/u.test(amount)) return toShownSigns(amount, notation)
  const currency = notation.currency?.toUpperCase() ?? ''
  if (NO_DECIMALS.includes(currency)) return LONE_SIGNS.dataWithoutDecimals
  return PRINTED_WITHOUT_DECIMALS.includes(currency) ? LONE_SIGNS.unknown : LONE_SIGNS.data
}

/** @param text the amount with the text around it. A currency in that text is the amount's own */
export function toShownSigns(text: unknown, { decimal, currency }: Notation): LoneSigns {
  if (decimal !== undefined) return decimal === '.' ? LONE_SIGNS.dotIsDecimal : LONE_SIGNS.commaIsDecimal
  const names = typeof text === 'string' ? (text.slice(0, 200).match(NAME) ?? []) : []
  const all = currency === undefined ? names : [...names, currency.toUpperCase()]
  if (all.some((name) => THREE_DECIMALS.includes(name))) return LONE_SIGNS.threeDecimals
  // Languages in these scripts write the names of all currencies in their own letters, and never group by a dot (CLDR 48).
  if (currency === undefined && typeof text === 'string' && /[\p{Script=Devanagari}\p{Script=Nko}]/u.test(text))
    return LONE_SIGNS.dotIsDecimal
  const unknown = currency === undefined ? [...UNKNOWN, ...ANY_DINAR] : UNKNOWN
  return all.some((name) => unknown.includes(name)) ? LONE_SIGNS.unknown : LONE_SIGNS.shown
}
