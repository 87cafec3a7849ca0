/** A pattern behind a selector, where an element says more than the value: “Your order #1042 is on its way”. */
import { toCents } from '../../normalise/cents.js'
import { LONE_SIGNS } from '../../normalise/lone-signs.js'
import { readElement, readSelector, toShownText } from '../../snippet/rest/gather/selector.js'

const toText = (element: Element) => toShownText(readElement(element, ''))

export function toAmount(text: string): number | undefined {
  const cents = toCents(text, LONE_SIGNS.shown)
  return typeof cents === 'number' ? cents : undefined
}

/** An amount as it stands in a text, with what groups its digits. */
export const AMOUNT = /\d[\d.,'’\u00a0\u202f ]*\d|\d/
/** The same as patterns; the first that reads the amount is taken. */
export const AMOUNT_GROUPS = ['([\\d.,]+)', "([\\d.,'’\\s]+)"]

/** @returns the first selector by which `root` says this */
export const findReading = (root: ParentNode, selectors: string[], isIt: (text: string) => boolean) =>
  selectors.find((selector) => {
    const reading = readSelector(root, selector, '')
    return reading !== undefined && isIt(toShownText(reading))
  })

/** Kinds of numbers, and the narrowest group for each. A full stop behind a number is not part of it. */
const GROUPS: [of: RegExp, group: string][] = [
  [/^[\w-]+$/, '([\\w-]+)'],
  [/^[^\s.,;!?]+$/, '([^\\s.,;!?]+)'],
]

/** @param css names the element within `root`. @returns with the number alone; as it is where that is all, or none is seen */
export function withNumberPattern(css: string, element: Element, root: ParentNode): string {
  const number = findNumber(toText(element))
  if (number === undefined) return css
  const group = GROUPS.find(([of]) => of.test(number))?.[1] ?? '(\\S+)'
  const [before = ''] = toText(element).split(number)
  const word = before.match(/[^\s:#]+(?=\s+$)/)?.[0]
  const patterns = [
    `#\\s*${group}`,
    `:\\s*${group}`,
    `^${group}`,
    ...(word ? [`${escapePattern(word)}\\s+${group}`] : []),
  ]
  return (
    findReading(
      root,
      patterns.map((pattern) => `${css} /${pattern}/`),
      (text) => text === number,
    ) ?? css
  )
}

/** @returns undefined if the text is only the number, or has no number */
function findNumber(text: string): string | undefined {
  const words = text.split(/\s+/)
  const marked = /(?:#|№)\s*([^\s.,;!?]+)/.exec(text)?.[1] ?? /:\s*(\S+?)[.,;!?]*$/.exec(text)?.[1]
  if (words.length === 1) return text.startsWith('#') ? marked : undefined
  const trimmed = words.map((word) => word.replace(/^\W+|[^\p{L}\d]+$/gu, ''))
  const numbers = trimmed.filter((word) => /\d/.test(word) && !/^\d{1,4}[.:/-]\d{1,2}([.:/-]\d{1,4})?$/.test(word))
  return marked ?? numbers.sort((one, other) => other.length - one.length)[0]
}

/** @returns with one amount alone, where the element says more */
export function withAmountPattern(css: string, element: Element, root: ParentNode): string {
  if (toAmount(toText(element)) !== undefined) return css
  const [first] = AMOUNT.exec(toText(element)) ?? []
  const amount = first && toAmount(first)
  if (amount === undefined || amount === '') return css
  const selectors = AMOUNT_GROUPS.map((group) => `${css} /^\\D*${group}/`)
  return findReading(root, selectors, (text) => toAmount(text) === amount) ?? css
}

export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
