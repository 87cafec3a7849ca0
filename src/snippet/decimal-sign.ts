/** How the page writes amounts. */
import { safely } from './safely.js'
import { settings } from './settings.js'

type Decimal = '.' | ',' | undefined

const known = new Map<string, Decimal>()

/** As set, else that of the page's language. Asked for only when an amount depends on it. */
export function readDecimalSign(): Decimal {
  const { lang } = document.documentElement
  if (settings.decimal) return settings.decimal
  if (!known.has(lang))
    known.set(
      lang,
      safely(() => toDecimalSign(lang)),
    )
  return known.get(lang)
}

/**
 * Of the currency format, which is another than the number's in fr-CH. A language the browser does not know would be
 * read as the shopper's own: Persian instead, whose sign decides nothing.
 */
function toDecimalSign(lang: string): Decimal {
  const format = new Intl.NumberFormat([lang, 'fa'], { style: 'currency', currency: 'XXX', minimumFractionDigits: 1 })
  const sign = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
  return sign === '.' || sign === ',' ? sign : undefined
}
