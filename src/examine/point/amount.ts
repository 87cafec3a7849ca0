/** Amounts in a text of the page. Only `normalise` reads them: this file finds the text that has one. */
import { toCents } from '../../normalise/cents.js'
import { LONE_SIGNS } from '../../normalise/lone-signs.js'
import { readElement, readSelector, toShownText } from '../../snippet/rest/gather/selector.js'

export const readText = (element: Element): string => toShownText(readElement(element, '')).trim()

/** @returns cents; undefined if the text is not one amount */
export function toAmount(text: string): number | undefined {
  const cents = toCents(text, LONE_SIGNS.shown)
  return typeof cents === 'number' ? cents : undefined
}

/** The first amount in a text, with the signs that group its digits. */
export const AMOUNT = /\d[\d.,'’٫٬\s]*\d|\d/

/** Every sign that may be in an amount: digits, what groups them, a minus, and signs of currencies. As part of a pattern. */
export const SIGNS = "[\\d.,'’٫٬\\s$¢-¥€₠-⃏-]"

/** Where a pattern may still read an amount: the script cuts a text at 1,000 letters, and an amount must not be cut. */
const MAX_END = 800

/** @returns the first selector that reads such a text on this page, well before the script cuts it */
export const findReading = (root: Element, selectors: string[], isIt: (text: string) => boolean) =>
  selectors.find((selector) => {
    const text = toShownText(readSelector(root.ownerDocument, selector, ''))
    const [css = ''] = selector.split(' /')
    const holder = root.ownerDocument.querySelector(css)
    const end = holder ? readText(holder).replace(/\n/g, ' ').indexOf(text) + text.length : 0
    return isIt(text) && (!selector.endsWith('/') || end <= MAX_END)
  })

/** The whole text up to a bracket, or up to the end of the first amount, where an element says more than one amount. */
export const FIRST_AMOUNT = ['^([^(]+)', `^(\\D*${SIGNS}+)`]

export const escapePattern = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s')
