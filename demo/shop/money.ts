/** The shop counts in whole euro cents; only what a page shows or says is decimal. */

export const CURRENCY = 'EUR'

const price = new Intl.NumberFormat('en-IE', { style: 'currency', currency: CURRENCY })

/** 1999 is "€19.99". */
export const toPrice = (cents: number): string => price.format(cents / 100)

/** 1999 is 19.99: the double nearest to it, which JSON prints with the same digits. */
export const toDecimal = (cents: number): number => cents / 100
