/**
 * Prices are whole cents. The shop prints them as German shops do, on pages in English: Ringup reads an amount without the
 * language of its page.
 */

export const CURRENCY = 'EUR'

const FORMAT = new Intl.NumberFormat('de-DE', { style: 'currency', currency: CURRENCY })

/** Prints cents for shoppers: 129900 is "1.299,00 €". */
export const toPrice = (cents: number): string => FORMAT.format(cents / 100)

/** Converts cents to euros, as data layers have them: 1999 is 19.99. */
export const toEuros = (cents: number): number => cents / 100
